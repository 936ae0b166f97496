import { relative } from 'node:path';
import { root } from '../../bootstrap.mjs';
import { heading } from '../steps.ts';
import { keep, readCorpus } from './corpus.ts';
import { hunt } from './hunt.ts';
import { readOptions, usage } from './options.ts';
import { targets } from './targets/index.ts';

/** `npm run fuzz`. Resolves with the exit code: 0 all held, 1 something was found, 2 wrong usage. */
export async function fuzz(argv: string[]): Promise<number> {
	const names = targets.map(({ name }) => name);
	const command = readOptions(argv, names);
	if (typeof command === 'string') {
		console.log(command === 'help' ? usage(names) : `${command}\n\n${usage(names)}`);
		return command === 'help' ? 0 : 2;
	}
	let found = 0;
	for (const target of targets.filter(({ name }) => command.targets.includes(name))) {
		heading(`${target.name}, seed ${command.seed}`);
		const limit = { ms: command.minutes * 60_000 };
		const { seed } = command;
		const outcome = await hunt(target, {
			seed,
			limit,
			corpus: readCorpus(target.name),
			guided: target.source.length > 0,
		});
		console.log(`${outcome.inputs} inputs, ${outcome.findings.length} findings`);
		for (const { kind, input, error } of outcome.findings) {
			found++;
			const file = relative(root, keep(target.name, input));
			console.log(`\n${kind}\n  input: ${JSON.stringify(input).slice(0, 2000)}\n  kept in ${file}`);
			console.log((error as Error)?.stack ?? String(error));
		}
	}
	return found > 0 ? 1 : 0;
}
