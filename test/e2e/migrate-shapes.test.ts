import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exec, execOk, npm } from '../../scripts/lib/process/exec.ts';
import { installManagers, managers } from '../../scripts/lib/release/managers.ts';
import { note } from '../support/note.ts';
import { expectAnswers, toldOf } from '../support/started-shape.ts';
import { thorough } from '../support/thorough.ts';
import { treeHash } from '../support/tree-hash.ts';

/*
 * Every shape of test/fixtures/migrate that is moved by itself, installed with the predecessor, moved, type-checked, built
 * and started as a person would: no error that was not there before, and the endpoints and providers of the report.
 */

const root = join(import.meta.dirname, '../fixtures/migrate');
const cli = join(import.meta.dirname, '../../bin/authgraft.cjs');
/** It is moved by itself: neither refused, nor nothing to do. */
const isMoved = (name: string): boolean => {
	const told = readFileSync(join(root, name, 'outcome.diff'), 'utf8');
	return told.startsWith('from ') && !told.includes('\nrefused: ');
};
const wanted = process.env.AUTHGRAFT_SHAPES?.split(',');
const shapes = readdirSync(root).filter(
	(name) => name.startsWith('kit') && isMoved(name) && (wanted?.includes(name) ?? true),
);
/** One is a workspace of pnpm, whose catalog only pnpm reads. */
const isOfPnpm = (name: string): boolean => existsSync(join(root, name, 'host', managers.pnpm.lockFile));

const appHtml =
	'<!doctype html>\n<html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n';

/** Files with errors, by svelte-check; how many it finds in each does not say the same before and afterwards. */
async function faults(cwd: string): Promise<string[]> {
	await exec(...npm('exec', '--', 'svelte-kit', 'sync'), { cwd, timeout: 120_000 });
	const args = ['--output', 'machine', '--threshold', 'error'];
	const { output } = await exec(...npm('exec', '--', 'svelte-check', ...args), { cwd, timeout: 240_000 });
	// Their declarations are checked where a project asks for no `skipLibCheck`: those of the core are no concern of ours.
	const own = /ERROR "(?!node_modules\/)([^"]+)" \d+:\d+ "((?:[^"\\]|\\.)*)"/g;
	return [...output.matchAll(own)].map(([, file, text]) => `${file}: ${text}`);
}

describe.runIf(thorough)('the shapes', () => {
	let parent: string;
	/** Finds pnpm, which not every machine has. */
	let env: Record<string, string>;
	beforeAll(async () => {
		parent = await mkdtemp(join(tmpdir(), 'authgraft-shapes-'));
		env = shapes.some(isOfPnpm) ? await installManagers(join(parent, 'tools'), ['pnpm']) : {};
	});
	afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));

	test.each(shapes)(
		'%s',
		async (name) => {
			const folder = join(parent, name);
			await cp(join(root, name, 'host'), folder, { recursive: true });
			await rm(join(folder, 'build'), { recursive: true, force: true });
			// One has its sources elsewhere, and a page of its own there.
			const page = join(folder, 'src/app.html');
			if (existsSync(join(folder, 'src')) && !existsSync(page)) await writeFile(page, appHtml);
			// Variables that the build wants to know.
			for (const path of Object.keys(await treeHash(folder)))
				for (const [, names = ''] of (await readFile(join(folder, path), 'utf8')).matchAll(
					/import \{([^}]*)\} from '\$env\/static\/private'/g,
				))
					await appendFile(
						join(folder, '.env'),
						names
							.split(',')
							.map((name) => `${name.trim()}=x\n`)
							.join(''),
					);
			// Its hooks take the handle out of the call themselves, and a rule makes a sequence of it.
			const guarded = name === 'kit2-inline-hooks' ? '/account' : undefined;
			if (guarded) {
				await mkdir(join(folder, `src/routes${guarded}`));
				await writeFile(join(folder, `src/routes${guarded}/+page.svelte`), '<h1>Account</h1>\n');
			}
			// What is not published yet comes with the command itself.
			const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
			delete manifest.dependencies['@authgraft/runtime'];
			await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, '\t')}\n`);
			note(`install ${name}`);
			const [file, args]: [string, string[]] = isOfPnpm(name)
				? ['pnpm', ['install', '--no-frozen-lockfile']]
				: npm('install', '--no-audit', '--no-fund', '--legacy-peer-deps');
			await execOk(file, args, { cwd: folder, env, timeout: 300_000 });
			const typed = existsSync(join(folder, 'node_modules/svelte-check'));
			const before = typed ? await faults(folder) : [];
			const files = await treeHash(folder);
			const migrated = await exec(process.execPath, [cli, 'migrate', '--yes', '--cwd', folder], {
				env,
				timeout: 300_000,
			});
			expect(migrated.code, migrated.output).toBe(0);
			if (guarded) {
				const args = ['protect-route', guarded, '--yes', '--allow-dirty', '--cwd', folder];
				const ruled = await exec(process.execPath, [cli, ...args]);
				expect(ruled.code, ruled.output).toBe(0);
			}
			const after = typed ? await faults(folder) : [];
			expect(after.filter((fault) => !before.includes(fault))).toEqual([]);
			const built = await exec(...npm('run', 'build'), { cwd: folder, timeout: 240_000 });
			expect(built.code, built.output).toBe(0);
			// In the place of what `prisma generate` makes, with programs that it fetches: nobody is signed in, and asks for rows.
			const client = join(folder, 'node_modules/.prisma/client/default.js');
			if (existsSync(client)) await writeFile(client, 'exports.PrismaClient = class PrismaClient {};\n');
			note(`start ${name}`);
			const told = toldOf(readFileSync(join(root, name, 'outcome.diff'), 'utf8'));
			await expectAnswers(folder, { ...told, guarded });
			for (const _ of guarded ? ['protect-route', 'migrate'] : ['migrate']) {
				const undone = await exec(process.execPath, [cli, 'undo', '--yes', '--cwd', folder]);
				expect(undone.code, undone.output).toBe(0);
			}
			const own = ([path]: [string, string]) =>
				!/^(?:package-lock\.json|pnpm-lock\.yaml|local\.db|\.authgraft\/)/.test(path);
			expect(Object.entries(await treeHash(folder)).filter(own)).toEqual(Object.entries(files).filter(own));
			await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		},
		900_000,
	);
});
