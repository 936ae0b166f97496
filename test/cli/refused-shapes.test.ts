import { describe, expect, test } from 'vitest';
import { expectRefusal, graft } from './support/expect.ts';
import { type Files, makeHost } from './support/host.ts';

const init = ['init', '--yes', '--no-install'];

interface Case {
	files: Files;
	/** The file and line that stderr names. */
	at: string;
	reason: string;
	/** A line of what is to be pasted. */
	snippet: string;
}

const hooksSnippet = 'export const handle = sequence(authHandle, yourHandle);';
const hooks = (text: string) => ({ 'src/hooks.server.ts': text });

/** What the transforms refuse in detail is told in test/fixtures/edits; here, that the command line does it justice. */
const cases: Record<string, Case> = {
	'a handle that may be undefined': {
		files: hooks("import { own } from './own';\n\nexport const handle = own.on ? own : undefined;\n"),
		at: 'src/hooks.server.ts:3',
		reason: 'something other than a function',
		snippet: hooksSnippet,
	},
	'a handle out of `export *`': {
		files: hooks("const own = () => {};\nexport * from './own';\n"),
		at: 'src/hooks.server.ts:2',
		reason: '`export *` may export a `handle`',
		snippet: hooksSnippet,
	},
	'a handle that is replaced later': {
		files: hooks('export let handle = ({ event, resolve }) => resolve(event);\nhandle = null;\n'),
		at: 'src/hooks.server.ts:2',
		reason: 'gives `handle` another value later',
		snippet: hooksSnippet,
	},
	'hooks that the config does not name': {
		files: {
			'src/hooks.server.ts': '',
			'vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit({ files: { hooks: { server: 'app/hooks' } } })] };
`,
		},
		at: 'app/hooks.ts',
		reason: 'while src/hooks.server.ts does and is not loaded',
		snippet: '',
	},
	'hooks that set locals.auth': {
		files: hooks(
			'export const handle = ({ event, resolve }) => {\n\tevent.locals.auth = 1;\n\treturn resolve(event);\n};\n',
		),
		at: 'src/hooks.server.ts:2',
		reason: '`locals.auth`',
		snippet: hooksSnippet,
	},
	'hooks with a syntax error': {
		files: hooks('\nexport const handle = ({ event, resolve }) => {\n\treturn resolve(event;\n};\n'),
		at: 'src/hooks.server.ts:3',
		reason: 'cannot be parsed',
		snippet: hooksSnippet,
	},
	'two hooks files': {
		files: { 'src/hooks.server.ts': '', 'src/hooks.server.js': '' },
		at: 'src/hooks.server.js',
		reason: 'both exist',
		snippet: '',
	},
	'a layout load that returns what cannot be seen': {
		files: { 'src/routes/+layout.server.ts': 'export const load = async () => {\n\treturn data;\n};\n' },
		at: 'src/routes/+layout.server.ts:2',
		reason: '',
		snippet: 'locals.auth()',
	},
	'an env module that computes its variables': {
		files: { 'src/env.ts': "import { all } from './all';\nexport const variables = all;\n" },
		at: 'src/env.ts:2',
		reason: '',
		snippet: 'AUTH_SECRET',
	},
	'an auth module of its own': {
		files: { 'src/auth.ts': 'export const mine = 1;\n' },
		at: 'src/auth.ts',
		reason: 'exists and does something else',
		snippet: 'SvelteKitAuth({',
	},
	'a sign-in page of its own': {
		files: { 'src/routes/signin/+page.svelte': '<h1>mine</h1>\n' },
		at: 'src/routes/signin/+page.svelte',
		reason: '/signin is a page of yours already',
		snippet: 'default: signIn',
	},
	'a sign-in page inside a group': {
		files: { 'src/routes/(auth)/(small)/signin/+page.svelte': '<h1>mine</h1>\n' },
		at: 'src/routes/(auth)/(small)/signin/+page.svelte',
		reason: '/signin is a page of yours already',
		snippet: 'default: signIn',
	},
	'a sign-out endpoint of its own': {
		files: { 'src/routes/signout/+server.ts': 'export const POST = () => new Response();\n' },
		at: 'src/routes/signout/+server.ts',
		reason: '/signout is a page of yours already',
		snippet: 'default: signOut',
	},
};

describe.concurrent('refused, with the place, the reason and what to paste', () => {
	test.for(Object.entries(cases))('%s', async ([, { files, at, reason, snippet }]) => {
		const [path = ''] = at.split(':');
		const { stderr } = await expectRefusal(makeHost({ files }), init, {
			exit: 1,
			code: 'AG_REFUSED',
			says: [path, 'Nothing was changed', '--skip-refused'],
		});
		const told = stderr.split('\n').find((line) => line.startsWith(`! ${at} `));
		expect(told, stderr).toContain(reason);
		if (snippet !== '') expect(stderr.slice(stderr.indexOf('Paste by hand:'))).toContain(snippet);
	});

	test('several at once are all told', async () => {
		const host = makeHost({
			files: {
				...cases['a handle that is replaced later']?.files,
				...cases['an auth module of its own']?.files,
			},
		});
		const says = ['src/hooks.server.ts', 'src/auth.ts'];
		const { stderr } = await expectRefusal(host, init, { exit: 1, code: 'AG_REFUSED', says });
		expect(stderr.match(/^! /gm)).toHaveLength(2);
	});

	test.for(['src/auth.ts', 'src/routes/signin/+page.server.ts'])('%s with a syntax error', async (path) => {
		const host = makeHost({ files: { [path]: "\nimport { a, // b } from './c';\n" } });
		await expectRefusal(host, init, { exit: 1, code: 'AG_SYNTAX', says: [`${path}:`] });
	});
});

describe.concurrent('--skip-refused', () => {
	test('applies the rest, and what was refused keeps its bytes', async () => {
		const files = { ...cases['a handle with let']?.files, ...cases['a sign-in page inside a group']?.files };
		const host = makeHost({ files });
		const before = host.tree();
		const { stderr } = await graft(host, '--skip-refused');
		for (const [path, text] of Object.entries(files)) expect(host.read(path)).toBe(text);
		for (const path of ['src/auth.ts', 'src/env.ts', '.env', 'src/routes/signout/+page.svelte'])
			expect(host.exists(path), path).toBe(true);
		// No second page for a path that is served already.
		expect(host.exists('src/routes/signin')).toBe(false);
		expect(stderr).toContain('Paste by hand:');
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.tree()).toEqual(before);
	});

	test('what was pasted is found the next time', async () => {
		const host = makeHost({
			files: hooks('export let handle = null;\nhandle = ({ event, resolve }) => resolve(event);\n'),
		});
		const { stderr } = await graft(host, '--skip-refused');
		const lines = stderr.slice(stderr.indexOf('Paste by hand:\n')).split('\n').slice(1);
		const snippet = lines.slice(
			0,
			lines.findIndex((line) => line !== '' && !line.startsWith('    ')),
		);
		const own = 'const yourHandle = ({ event, resolve }) => resolve(event);\n';
		host.write(hooks(`${snippet.map((line) => line.slice(4)).join('\n')}\n${own}`));
		const tree = host.tree();
		const again = await graft(host);
		expect(again.stderr).toContain('Nothing to do');
		expect(host.tree()).toEqual(tree);
	});
});
