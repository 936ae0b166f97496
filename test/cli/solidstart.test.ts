import { describe, expect, test } from 'vitest';
import { expectRefusal, type Failure, graft } from './support/expect.ts';
import { type Files, makeHost } from './support/host.ts';
import { disguise } from './support/programs.ts';
import { differences } from './support/tree.ts';

/* What is SolidStart's own about bad input. What every host has in common is told in the other files. */

const fixture = 'solidstart2';
const init = ['init', '--yes', '--no-install'];
const host = (files: Files = {}) => makeHost({ fixture, files });
const config = (plugins: string, before = '') =>
	`import { solidStart } from "@solidjs/start/config";
import { nitro } from "nitro/vite";
import { defineConfig } from "vite";
${before}
export default defineConfig({ plugins: ${plugins} });
`;

interface Case extends Failure {
	files: Files;
	args?: string[];
}

const refused = (...says: Failure['says'] & object): Failure => ({ exit: 1, code: 'AG_REFUSED', says });

const cases: Record<string, Case> = {
	'no vite config': {
		files: { 'vite.config.ts': null },
		exit: 1,
		code: 'AG_CONFIG_NOT_READABLE',
		says: ['vite.config', 'solidStart()'],
	},
	'plugins that come from elsewhere': {
		files: {
			'vite.config.ts': 'import { plugins } from "./plugins";\n\nexport default { plugins: plugins() };\n',
		},
		exit: 1,
		code: 'AG_CONFIG_NOT_READABLE',
		says: ['vite.config.ts:3 does not call solidStart()', /plugins: \[solidStart\(/],
	},
	'the plugin twice': {
		files: { 'vite.config.ts': config('process.env.A ? [solidStart()] : [solidStart(), nitro()]') },
		exit: 1,
		code: 'AG_CONFIG_NOT_READABLE',
		says: ['more than once'],
	},
	'a folder of routes that is computed': {
		files: { 'vite.config.ts': config('[solidStart({ routeDir: process.env.ROUTES }), nitro()]') },
		exit: 1,
		code: 'AG_CONFIG_NOT_READABLE',
		says: ['routeDir', 'vite.config.ts:5'],
	},
	'options of the plugin that are written elsewhere': {
		files: {
			'vite.config.ts': config('[solidStart(options), nitro()]', 'import { options } from "./options";'),
		},
		exit: 1,
		code: 'AG_CONFIG_NOT_READABLE',
		says: ['appRoot in vite.config.ts:5 is computed'],
	},
	'a middleware that is named and not there': {
		files: { 'vite.config.ts': config('[solidStart({ middleware: "./src/mw.ts" }), nitro()]') },
		exit: 1,
		code: 'AG_CONFIG_NOT_READABLE',
		says: ['src/mw.ts', 'no such file'],
	},
	'a syntax error in the config': {
		files: { 'vite.config.ts': config('[solidStart({ ), nitro()]') },
		exit: 1,
		code: 'AG_SYNTAX',
		says: [/vite\.config\.ts:5 /],
	},
	'no route folder that could be told from a newer major': {
		files: { 'package.json': '{ "dependencies": { "@solidjs/start": "^3.0.0" } }\n' },
		exit: 1,
		code: 'AG_HOST_UNSUPPORTED',
		says: ['SolidStart 3', 'newer than'],
	},
	'Solid 2, which has no SolidStart': {
		files: {
			'package.json':
				'{ "dependencies": { "@solidjs/vite-plugin": "^1.0.0", "solid-js": "2.0.0-beta.1", "vite": "^8.0.0" } }\n',
		},
		exit: 1,
		code: 'AG_HOST_UNKNOWN',
		says: ['Solid 2 without SolidStart', '@solidjs/start'],
	},
	'a --protect that is a file': {
		files: {},
		args: ['--protect', 'src/routes/dashboard.tsx'],
		exit: 2,
		code: 'AG_PATH_INVALID',
	},
};

const libraries: [dependency: string, name: string][] = [
	['@auth/solid-start', 'Auth.js for SolidStart'],
	['@solid-mediakit/auth', 'SolidMediakit Auth'],
	['start-authjs', 'start-authjs'],
	['start-oauth', 'start-oauth'],
	['better-auth', 'Better Auth'],
	['clerk-solidjs', 'Clerk'],
];

/** Files that are the owner's: what stderr says about each, and a line of what is to be pasted. */
const shapes: Record<string, { files: Files; says: string[] }> = {
	'a middleware that no config names': {
		files: { 'src/middleware.ts': 'export default [];\n' },
		says: [
			'src/middleware.ts exists, but vite.config.ts does not register it',
			'onRequest: [authMiddleware(authConfig)]',
		],
	},
	'an endpoint route of its own': {
		files: { 'src/routes/api/auth/[...all].ts': 'export const GET = () => new Response("own");\n' },
		says: ['src/routes/api/auth/[...all].ts answers these paths already', '--base-path /auth'],
	},
	'a sign-in page of its own': {
		files: { 'src/routes/signin/index.tsx': 'export default () => <h1>Sign in</h1>;\n' },
		says: ['src/routes/signin/index.tsx exists and does something else', 'signInPage('],
	},
	'a middleware that is no call of createMiddleware': {
		files: {
			'src/middleware.ts': 'export default [async (_: unknown, next: () => unknown) => next()];\n',
			'vite.config.ts': config('[solidStart({ middleware: "./src/middleware.ts" }), nitro()]'),
		},
		says: ['src/middleware.ts has no `export default createMiddleware(...)`', 'authMiddleware(authConfig)'],
	},
};

describe.concurrent('init turns down a SolidStart 2 host with', () => {
	test.for(Object.entries(cases))('%s', async ([, { files, args = [], ...failure }]) => {
		await expectRefusal(host(files), [...init, ...args], failure);
	});

	test.for(libraries)('%s', async ([dependency, name]) => {
		const taken = host();
		taken.edit('package.json', '"dependencies": {', `"dependencies": {\n    "${dependency}": "^1.0.0",`);
		const failure = {
			exit: 1,
			code: 'AG_OTHER_AUTH',
			says: [`${name} (${dependency})`, '--alongside'],
		} as const;
		await expectRefusal(taken, init, failure);
	});

	test.for(Object.entries(shapes))('%s', async ([, { files, says }]) => {
		const { stderr } = await expectRefusal(host(files), init, refused('--skip-refused'));
		for (const text of says) expect(stderr).toContain(text);
	});
});

const fixtures = ['solidstart2', 'solidstart2-js', 'solidstart1', 'solidstart1-js'];
/** Without the development provider a JavaScript auth module imports nothing of the runtime. */
const choices = ['keycloak,credentials,development', 'keycloak', 'credentials'];

describe.concurrent.each(fixtures)('init in %s', (fixture) => {
	test.for(choices)(
		'run again with %s changes nothing, and undo gives every byte back',
		async (providers) => {
			const one = makeHost({ fixture });
			const before = one.tree();
			const flags = ['--providers', providers, '--protect', '/dashboard'];
			await graft(one, ...flags);
			const after = one.tree();
			const again = await graft(one, ...flags);
			expect(again.stderr).toMatch(/nothing to do/i);
			expect(one.tree()).toEqual(after);
			expect((await one.run('undo', '--yes')).exit).toBe(0);
			expect(differences(before, one.tree())).toEqual([]);
		},
	);

	test('writes files of its own language alone', async () => {
		const one = makeHost({ fixture });
		const before = new Set(Object.keys(one.tree()));
		await graft(one);
		const added = Object.keys(one.tree()).filter((path) => !before.has(path));
		const wrong = fixture.endsWith('-js') ? /\.tsx?$/ : /\.jsx?$/;
		expect(added.filter((path) => /^src\/.*[^/]$/.test(path)).length).toBe(6);
		expect(added.filter((path) => wrong.test(path))).toEqual([]);
	});
});

describe.concurrent('init in a SolidStart host', () => {
	test('tells which Node.js the host needs when an older one runs it, and goes on', async () => {
		const old = host();
		const result = await old.runWith({ launcher: disguise('22.23.3') }, ...init);
		expect(result.exit, result.stderr).toBe(0);
		expect(result.stderr).toContain('SolidStart 2 needs Node.js 24.0.0 or newer');
		expect(result.stderr).toContain('22.23.3');
		const current = await graft(host());
		expect(current.stderr).not.toContain('needs Node.js');
	});

	test('is not warned of a Node.js that SolidStart 1 runs on', async () => {
		const result = await makeHost({ fixture: 'solidstart1' }).runWith(
			{ launcher: disguise('22.23.3') },
			...init,
		);
		expect(result.exit, result.stderr).toBe(0);
		expect(result.stderr).not.toContain('needs Node.js');
	});

	test('merges into the middleware that is registered', async () => {
		const own = host({
			'src/middleware.ts': `import { createMiddleware } from "@solidjs/start/middleware";

export default createMiddleware({
  onRequest: event => {
    event.locals.own = true;
  }
});
`,
			'vite.config.ts': config('[solidStart({ middleware: "./src/middleware.ts", ssr: false }), nitro()]'),
		});
		await graft(own, '--protect', '/dashboard');
		const text = own.read('src/middleware.ts');
		expect(text).toContain('event.locals.own = true;');
		expect(text).toMatch(/authMiddleware\(authConfig\), protect\(\["\/dashboard"\]\)/);
		expect(own.read('vite.config.ts')).toContain('middleware: "./src/middleware.ts", ssr: false');
	});
});
