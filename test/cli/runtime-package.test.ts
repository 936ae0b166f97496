import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RequestEvent } from '@sveltejs/kit';
import { compile } from 'svelte/compiler';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporary as shared } from './support/run.ts';
import {
	bundleOf,
	foreignImports,
	install,
	loadedBy,
	manifestOf,
	type PackageFiles,
	publintMessages,
	readTarball,
	typeProblems,
} from './support/runtime-package.ts';

/** Not where other tests have their hosts: the packages here would be theirs. */
const temporary = join(shared, 'runtime-package');
const files = readTarball();
const manifest = manifestOf(files);
const home = install(files, temporary);
const names = Object.keys(files);
const scripts = names.filter((name) => name.endsWith('.js'));
const components = names.filter((name) => name.endsWith('.svelte'));
/** Every way in but package.json, with the files that the conditions lead to. */
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) => {
	if (typeof target === 'string') return [];
	const { types = '', ...targets } = target;
	return [{ entry, types, targets: Object.values(targets) }];
});
const load = (name: string) => import(pathToFileURL(join(home, name)).href);
const bytes = (paths: string[]) => paths.reduce((sum, path) => sum + Buffer.byteLength(files[path] ?? ''), 0);

describe('what is published', () => {
	test('is as publint wants it', async () => {
		expect(await publintMessages(files)).toEqual([]);
		const { 'dist/sveltekit/client.js': _, ...broken } = files;
		expect(await publintMessages(broken)).toEqual(['FILE_DOES_NOT_EXIST exports ./sveltekit/client default']);
	});

	test('has the types that it says, wherever ES modules are resolved', async () => {
		expect(await typeProblems(files)).toEqual([]);
	});

	test('types that are wrong would be seen', async () => {
		const { 'dist/solid-start/client.d.ts': _, ...untyped } = files;
		expect(await typeProblems(untyped, ['./solid-start/client'])).toContain(
			'UntypedResolution ./solid-start/client',
		);
		const index = 'dist/sveltekit/components/index.d.ts';
		const unresolved = { ...files, [index]: String(files[index]).replaceAll('.svelte.js', '.svelte') };
		expect(await typeProblems(unresolved, ['./sveltekit/components'])).toContain(
			`InternalResolutionError /node_modules/@authgraft/runtime/${index}`,
		);
	});

	test('imports its own files and its peers, and nothing else', () => {
		expect(foreignImports(files)).toEqual([]);
		const broken: PackageFiles = {
			'package.json': String(files['package.json']),
			'a.js': "import{base as b}from'$app/paths';import'node:fs';import'./b.js';import('vinxi/http')",
			'b.js': "export{env}from'$env/dynamic/private';export*from'@auth/core';export*from'./c.js';",
			'c.d.ts': "export declare const x: import('@auth/corex').X;",
			'd.svelte': "<script lang=\"ts\">import type { A } from './A.svelte';</script><p>import 'x'</p>",
		};
		expect(foreignImports(broken)).toEqual([
			'a.js: $app/paths',
			'a.js: node:fs',
			'a.js: vinxi/http',
			'b.js: $env/dynamic/private',
			'b.js: ./c.js',
			'c.d.ts: @auth/corex',
			'd.svelte: ./A.svelte',
		]);
	});

	test('depends on its peers alone, holds no tests and no sources', () => {
		expect(Object.keys(manifest)).not.toContain('dependencies');
		expect(manifest.sideEffects).toBe(false);
		expect(names.filter((name) => /\.test\.|(?<!\.d)\.ts$/.test(name))).toEqual([]);
		expect(scripts.filter((name) => /["'`]use server["'`]/.test(String(files[name])))).toEqual([]);
	});
});

describe('what it exports', () => {
	test.for(entries)('$entry is there, with types', async ({ types, targets }) => {
		expect(names).toContain(types.slice(2));
		expect(targets).not.toEqual([]);
		for (const target of targets) {
			const text = files[target.slice(2)];
			expect(text).toBeDefined();
			// Node reads no components: the host compiles them.
			if (!text?.includes('.svelte"')) expect(Object.keys(await load(target))).not.toEqual([]);
		}
	});

	test.for(components)('%s compiles for both sides', (name) => {
		for (const generate of ['server', 'client'] as const) {
			const { js, warnings } = compile(String(files[name]), { generate, filename: name });
			expect(warnings).toEqual([]);
			expect(js.code).toContain('export default');
		}
	});

	const ofServer = /session-token|AUTH_SECRET/;
	const from = (entry: string) => `from '${manifest.name}${entry.slice(1)}'`;

	test.for(entries)('nothing of $entry stays where nothing of it is used', async ({ entry }) => {
		const { code, imports } = await bundleOf(`import {} ${from(entry)};`, temporary);
		expect({ code: code.trim(), imports }).toEqual({ code: '', imports: [] });
	});

	test.for(['./sveltekit', './sveltekit/components', './solid-start', './solid-start/components'])(
		'loading %s has no side effects, as package.json says',
		async (entry) => {
			const moduleSideEffects = (_: string, external: boolean) => !external;
			const { code } = await bundleOf(`import {} ${from(entry)};`, temporary, {
				treeshake: { moduleSideEffects },
			});
			expect(code.trim()).toBe('');
		},
	);

	test.for(entries.filter(({ entry }) => /client|webauthn|components/.test(entry)))(
		'$entry brings nothing of the server into the browser',
		async ({ entry }) => {
			const { code, imports } = await bundleOf(`export * ${from(entry)};`, temporary);
			expect(code).toContain('export');
			expect(code).not.toMatch(ofServer);
			const forBrowsers = /^(@simplewebauthn\/browser|svelte|solid-js)|\.svelte$/;
			expect(imports.filter((name) => !forBrowsers.test(name))).toEqual([]);
		},
	);

	test('of ./solid-start/components a button comes without the session and the client', async () => {
		const { code } = await bundleOf(`export { SignIn } ${from('./solid-start/components')};`, temporary);
		expect(code.length).toBeLessThan(2_048);
	});

	test.for(['./sveltekit', './solid-start'])('of %s an application gets what it imports', async (entry) => {
		expect((await bundleOf(`export * ${from(entry)};`, temporary)).code).toMatch(ofServer);
		const one = await bundleOf(`export { signInErrorMessage } ${from(entry)};`, temporary);
		expect(one.code).not.toMatch(ofServer);
		expect(one.code.length).toBeLessThan(4_000);
	});
});

describe('what bundlers and minifiers did to it', () => {
	afterEach(() => vi.unstubAllEnvs());

	const logger = { error() {}, warn() {}, debug() {} };

	function eventOf(path: string): RequestEvent {
		const url = new URL(path, 'http://localhost');
		return { url, request: new Request(url), locals: {}, route: { id: null } } as unknown as RequestEvent;
	}

	/** As a host's build leaves it: minified again, and `process.env` replaced, which Vite does for some targets. */
	async function rebuilt() {
		const define = { 'process.env': '{}', 'globalThis.process.env': '{}', 'global.process.env': '{}' };
		const code =
			"export * from '@authgraft/runtime/sveltekit'; export const control = () => process.env.PATH;";
		const bundle = await bundleOf(code, temporary, { transform: { define } });
		install({ ...files, 'rebuilt.js': bundle.code }, join(temporary, 'rebuilt'));
		return import(
			pathToFileURL(join(temporary, 'rebuilt/node_modules/@authgraft/runtime/rebuilt.js')).href
		) as Promise<typeof import('../../runtime/src/sveltekit/index.ts') & { control: () => unknown }>;
	}

	test('the environment is read when the request comes, and paths that cannot be decoded are known', async () => {
		const { Development, SvelteKitAuth, control } = await rebuilt();
		expect(control()).toBeUndefined();
		const alice = () => Development().authorize({ id: 'alice' }, new Request('http://localhost'));
		vi.stubEnv('NODE_ENV', 'development');
		expect(alice()).toMatchObject({ id: 'alice' });
		vi.stubEnv('NODE_ENV', 'production');
		expect(alice()).toBeNull();

		const { handle } = SvelteKitAuth({ providers: [], logger });
		const { redirect } = await import('@sveltejs/kit');
		const visit = (path: string) =>
			handle({ event: eventOf(path), resolve: () => redirect(303, '/elsewhere') });
		expect((await visit('/dashboard%')).headers.get('location')).toBe('/elsewhere');
		await expect(visit('/dashboard')).rejects.toMatchObject({ location: '/elsewhere' });
	});

	test('errors keep the names of their classes', async () => {
		const { SvelteKitAuth } = await load('dist/sveltekit/index.js');
		const names: string[] = [];
		const error = ({ name }: Error) => names.push(name);
		const given = { providers: [], secret: 'x'.repeat(32), trustHost: true };
		const config = { ...given, session: { maxAge: -1 }, logger: { ...logger, error } };
		await SvelteKitAuth(config).handle({ event: eventOf('/'), resolve: () => new Response() });
		expect(names).toEqual(['InvalidConfiguration']);
	});

	test('two copies know each other by their marks', async () => {
		const { Development } = await load('dist/sveltekit/index.js');
		expect(Object.getOwnPropertySymbols(Development())).toEqual([Symbol.for('authgraft.development')]);
	});

	test('a stack trace leads to the sources', async () => {
		const { SvelteKitAuth } = await load('dist/sveltekit/index.js');
		let stack = '';
		try {
			SvelteKitAuth({});
		} catch (error) {
			stack = (error as Error).stack ?? '';
		}
		const [, line, column] = /sveltekit\/index\.js:(\d+):(\d+)/.exec(stack) ?? [];
		const map = JSON.parse(String(files['dist/sveltekit/index.js.map']));
		const found = new SourceMap(map).findEntry(Number(line) - 1, Number(column) - 1);
		if (!('originalLine' in found)) throw new Error(`no source for ${stack}`);
		const at = map.sources.indexOf(found.originalSource);
		expect(found.originalSource).toMatch(/src\/sveltekit\/auth\.ts$/);
		expect(map.sourcesContent[at].split('\n')[found.originalLine]).toContain('throw new TypeError');
	});
});

/*
 * JavaScript, unpacked. The aim is 40 KiB, and everything that the runtime has to do takes more than that. These limits
 * keep it from growing unseen: a little above what there is.
 */
describe('its size', () => {
	test.for([
		['./sveltekit', 107.75],
		['./sveltekit/client', 4.5],
		['./sveltekit/webauthn', 8],
		['./sveltekit/components', 2],
		['./solid-start', 108.25],
		['./solid-start/client', 4],
		['./solid-start/webauthn', 8],
		['./solid-start/components', 5.75],
		['./accounts', 122.75],
		['./accounts/drizzle', 9],
		['./accounts/pg', 5.75],
		['./accounts/prisma', 6.5],
	] as const)('%s loads at most %s KiB', ([entry, most]) => {
		const [target] = entries.find((candidate) => candidate.entry === entry)?.targets ?? [];
		const loaded = loadedBy(files, String(target).slice(2));
		expect(loaded.length).toBeGreaterThan(0);
		expect(bytes(loaded)).toBeLessThanOrEqual(most * 1024);
	});

	test('all of it together is at most 218.5 KiB', () => {
		expect(bytes(scripts)).toBeLessThanOrEqual(218.5 * 1024);
	});
});
