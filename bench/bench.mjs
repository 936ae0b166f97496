// npm run bench [-- <part>...] [--runs <n>] [--json <file>]: see bench/README.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from '../scripts/bootstrap.mjs';

const parts = {
	cli: './compare.mjs',
	sizes: './sizes.mjs',
	session: './session/compare.mjs',
	lookup: './lookup/compare.mjs',
	hosts: './hosts/compare.mjs',
	meanwhile: './hosts/meanwhile.mjs',
	accounts: './accounts/compare.mjs',
};

await bootstrap();
const { tidily } = await import('../scripts/lib/process/tidy.ts');
const { load, machine } = await import('./lib/machine.mjs');
const { recordedOf } = await import('./lib/record.mjs');

process.exit(
	await tidily('bench', (folder) =>
		run(folder).catch((error) => {
			console.error(`\n${error.message}`);
			return 1;
		}),
	),
);

/** Runs the parts one after the other. Returns the exit code: 1 when one of them says so. */
async function run(folder) {
	const { values, positionals } = parseArgs({
		options: { runs: { type: 'string' }, json: { type: 'string' } },
		allowPositionals: true,
	});
	const unknown = positionals.find((part) => !Object.hasOwn(parts, part));
	if (unknown) throw new Error(`There is no part "${unknown}": ${Object.keys(parts).join(', ')}`);
	const argv = values.runs === undefined ? [] : ['--runs', values.runs];
	const result = {
		at: new Date().toISOString(),
		command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
		machine: machine(),
		parts: {},
	};
	let code = 0;
	for (const part of positionals.length > 0 ? positionals : Object.keys(parts)) {
		console.log(`\n==== ${part}`);
		const own = join(folder, part);
		await mkdir(own);
		const { bench } = await import(parts[part]);
		const [before, start] = [load(), performance.now()];
		const failed = await bench(own, argv);
		code = Math.max(code, failed);
		const seconds = Math.round((performance.now() - start) / 1000);
		console.log(
			`\n${part}: ${seconds} s, load ${before} before and ${load()} after${failed ? ', FAILED' : ''}`,
		);
		result.parts[part] = { ...recordedOf(part), failed, seconds, load: [before, load()] };
	}
	if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(result, null, '\t')}\n`);
	return code;
}
