import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { makeHost } from './support/host.ts';
import { bin, environment } from './support/run.ts';
import { onTerminal } from './support/terminal.ts';

/*
 * What a project is called, and what stands in its files, is printed and never obeyed: no escape sequence of it reaches
 * a terminal, and no line of it looks like one of ours.
 */

const clear = '\u001b[2J';
const title = '\u001b]0;owned\u0007';
const c1 = '\u009b31m';
const turned = '\u202egpj.exe';
const all = clear + title + c1 + turned;
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not come.
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

const stripOwn = (raw: string) => raw.replaceAll(new RegExp(`${'\u001b'}\\[\\d+m`, 'g'), '');

const manifest = (more: object) => JSON.stringify({ name: all, private: true, type: 'module', ...more });

/** Hosts whose names and texts reach what is printed, in the ways that they do. */
const printing: Record<string, [files: Record<string, string>, args: string[]]> = {
	'a folder that is no project': [{ 'package.json': manifest({ dependencies: { [all]: '1' } }) }, ['init']],
	'a version': [
		{ 'package.json': manifest({ devDependencies: { '@sveltejs/kit': `1.0.0${all}` } }) },
		['init'],
	],
	'a package manager': [
		{
			'package.json': manifest({
				packageManager: `npm${all}@1`,
				devDependencies: { '@sveltejs/kit': '^3.2.0' },
			}),
		},
		['init', '--dry-run'],
	],
	'an application of a workspace': [
		{
			'package.json': manifest({ workspaces: ['apps/*'] }),
			[`apps/${all}/package.json`]: manifest({ devDependencies: { '@sveltejs/kit': '^3.2.0' } }),
		},
		['init'],
	],
	'a package.json that does not parse': [{ 'package.json': `{ "${all}" ${all} }` }, ['init']],
	'a config that does not parse': [
		{
			'package.json': manifest({ devDependencies: { '@sveltejs/kit': '^3.2.0' } }),
			'vite.config.ts': `export default ${all} {`,
		},
		['init', '--dry-run'],
	],
	'a route': [
		{
			'package.json': manifest({ devDependencies: { '@sveltejs/kit': '^3.2.0' } }),
			'src/auth.ts':
				"import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';\nexport const { handle } = SvelteKitAuth({ providers: [] });\n",
			[`src/routes/${all}/+page.svelte`]: '',
		},
		['routes'],
	],
	'a journal': [
		{
			'package.json': manifest({ devDependencies: { '@sveltejs/kit': '^3.2.0' } }),
			'.authgraft/journal/0001/journal.json': JSON.stringify({
				version: 1,
				command: all,
				state: all,
				root: all,
			}),
		},
		['undo'],
	],
	'a diff': [
		{
			'package.json': manifest({ devDependencies: { '@sveltejs/kit': '^3.2.0', vite: '^8.0.0' } }),
			'.env': `A=1 # ${all}\n`,
			'src/hooks.server.ts': `// ${all}\nexport const handle = ({ event, resolve }) => resolve(event);\n`,
		},
		['init', '--dry-run'],
	],
};

describe.concurrent('text of a project', () => {
	/** Nothing of it is printed at all. */
	const silent = ['a config that does not parse', 'a journal'];

	test.for(Object.entries(printing))('%s', async ([what, [files, args]]) => {
		const host = makeHost({ fixture: null, files, name: `app${title}${turned}` });
		const { stdout, stderr } = await host.run(...args);
		expect(stdout + stderr).not.toMatch(obeyed);
		if (!silent.includes(what)) expect(stdout + stderr).toMatch(/\\u001b|\\033/);
	});

	test('a folder with a line break says nothing in our name', async () => {
		const host = makeHost({ fixture: null, files: {}, name: 'app\nauthgraft: all is well' });
		const { stderr } = spawnSync(process.execPath, [bin, 'init'], {
			cwd: host.root,
			env: environment(),
			encoding: 'utf8',
		});
		expect(stderr).toContain('AG_NO_PACKAGE_JSON');
		expect(stderr).not.toMatch(/^authgraft: all is well/m);
	});

	test('with --json it stays data', async () => {
		const host = makeHost({
			fixture: null,
			files: { 'package.json': manifest({}) },
			name: `app${c1}${turned}`,
		});
		const { stdout } = await host.run('init', '--json');
		expect(stdout).not.toMatch(obeyed);
		expect(JSON.parse(stdout).error.message).toBeTypeOf('string');
		const known = makeHost({ name: `app${c1}${turned}` });
		expect(JSON.parse((await known.run('init', '--dry-run', '--json')).stdout).host.root).toBe(known.root);
	});

	test('on a terminal our own colours come through, and nothing else', async () => {
		const host = makeHost({ files: { [`src/routes/${all}/+page.svelte`]: '' }, name: `app${all}` });
		const { raw } = await onTerminal(host, ['init', '--yes', '--dry-run', '--skip-refused'], []);
		const known = stripOwn(raw).replaceAll('\r\n', '\n');
		expect(raw).toContain('\u001b[32m');
		expect(known).not.toMatch(obeyed);
	});
});
