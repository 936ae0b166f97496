import { describe, test } from 'vitest';
import { expectRefusal, type Failure } from './support/expect.ts';
import { type HostOptions, makeHost } from './support/host.ts';

const init = ['init', '--yes', '--no-install'];
const manifest = (fields: object): string => `${JSON.stringify({ private: true, ...fields }, null, '\t')}\n`;
const uses = (dependencies: Record<string, string>): string => manifest({ dependencies });

interface Case extends Failure {
	host: HostOptions;
	args?: string[];
}

/** Hosts that `init` turns down, each with what it has to say. */
const cases: Record<string, Case> = {
	'no package.json': {
		host: { fixture: null, files: { 'index.html': '' } },
		exit: 1,
		code: 'AG_NO_PACKAGE_JSON',
		says: ['package.json', '--cwd'],
	},
	'package.json that is no JSON': {
		host: { files: { 'package.json': '{\n\t"name": "x",\n\t"private": tru\n}\n' } },
		exit: 1,
		code: 'AG_PACKAGE_JSON_INVALID',
		says: [/package\.json:3 /],
	},
	'package.json that is no object': {
		host: { files: { 'package.json': '[]' } },
		exit: 1,
		code: 'AG_PACKAGE_JSON_INVALID',
	},
	'empty package.json': {
		host: { files: { 'package.json': '' } },
		exit: 1,
		code: 'AG_PACKAGE_JSON_INVALID',
	},
	'another framework': {
		host: { fixture: null, files: { 'package.json': uses({ next: '^16.0.0' }) } },
		exit: 1,
		code: 'AG_HOST_UNKNOWN',
		says: ['Next.js', '@sveltejs/kit', '@solidjs/start'],
	},
	'Svelte without SvelteKit': {
		host: { fixture: null, files: { 'package.json': uses({ svelte: '^5.0.0' }) } },
		exit: 1,
		code: 'AG_HOST_UNKNOWN',
		says: ['without SvelteKit'],
	},
	'both frameworks': {
		host: { files: { 'package.json': uses({ '@sveltejs/kit': '^3.2.0', '@solidjs/start': '^2.0.0' }) } },
		exit: 2,
		code: 'AG_HOST_AMBIGUOUS',
		says: ['--framework sveltekit', '--framework solid-start'],
	},
	'--framework that is not there': {
		host: {},
		args: ['--framework', 'solid-start'],
		exit: 1,
		code: 'AG_HOST_UNKNOWN',
		says: ['@solidjs/start'],
	},
	'root of a workspace': {
		host: {
			fixture: null,
			files: {
				'package.json': manifest({ workspaces: ['apps/*', 'packages/*'] }),
				'apps/shop/package.json': uses({ '@sveltejs/kit': '^3.2.0' }),
				'apps/shop/vite.config.ts': '',
				'apps/desk/package.json': uses({ '@solidjs/start': '^2.0.0' }),
				'apps/desk/vite.config.ts': '',
				'packages/ui/package.json': uses({ svelte: '^5.0.0' }),
			},
		},
		exit: 2,
		code: 'AG_WORKSPACE_ROOT',
		says: [/--cwd apps\/desk +\(SolidStart\)/, /--cwd apps\/shop +\(SvelteKit\)/],
	},
	'SvelteKit 4': {
		host: { files: { 'package.json': uses({ '@sveltejs/kit': '^4.0.0' }) } },
		exit: 1,
		code: 'AG_HOST_UNSUPPORTED',
		says: ['newer than'],
	},
	'SvelteKit 1': {
		host: { files: { 'package.json': uses({ '@sveltejs/kit': '^1.30.0' }) } },
		exit: 1,
		code: 'AG_HOST_UNSUPPORTED',
		says: ['SvelteKit 1.30.0 (@sveltejs/kit in package.json)', 'too old', 'npx sv migrate sveltekit-2'],
	},
	'a beta of SolidStart 1': {
		host: {
			fixture: null,
			files: { 'package.json': uses({ '@solidjs/start': '^0.7.7' }), 'app.config.ts': '' },
		},
		exit: 1,
		code: 'AG_HOST_UNSUPPORTED',
		says: ['SolidStart 0.7.7', 'too old', '@solidjs/start ^1.3.0 or ^2.0.0 in package.json'],
	},
	'a version that cannot be told': {
		host: { files: { 'package.json': uses({ '@sveltejs/kit': 'latest' }) } },
		exit: 1,
		code: 'AG_HOST_UNSUPPORTED',
		says: ['"latest"', 'Install'],
	},
	'syntax error in vite.config.ts': {
		host: {
			files: {
				'vite.config.ts':
					"import { sveltekit } from '@sveltejs/kit/vite';\n\nexport default {\n\tplugins: [sveltekit({ paths: { base: '/x' } )]\n};\n",
			},
		},
		exit: 1,
		code: 'AG_SYNTAX',
		says: [/vite\.config\.ts:4 /],
	},
	'a static site': {
		host: {
			files: {
				'vite.config.ts': `import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';

export default { plugins: [sveltekit({ adapter: adapter() })] };
`,
			},
		},
		exit: 1,
		code: 'AG_HOST_UNSUPPORTED',
		says: ['adapter-static', 'adapter-node'],
	},
	'another auth library': {
		host: { files: { 'package.json': uses({ '@sveltejs/kit': '^3.2.0', 'better-auth': '^1.7.0' }) } },
		exit: 1,
		code: 'AG_OTHER_AUTH',
		says: ['Better Auth (better-auth)', '--alongside'],
	},
	'@auth/sveltekit': {
		host: { files: { 'package.json': uses({ '@sveltejs/kit': '^3.2.0', '@auth/sveltekit': '^1.11.0' }) } },
		exit: 1,
		code: 'AG_OTHER_AUTH',
		says: ['@auth/sveltekit'],
	},
	'a folder where a file is expected': {
		host: { files: { 'src/hooks.server.ts/keep.txt': '' } },
		exit: 1,
		code: 'AG_NOT_READABLE',
		says: ['src/hooks.server.ts'],
	},
	'a file where a folder is expected': {
		host: { files: { 'src/routes/signin': 'not a folder\n' } },
		exit: 1,
		code: 'AG_NOT_WRITABLE',
		says: ['src/routes/signin'],
	},
	'a file that is not UTF-8': {
		host: { files: { 'src/hooks.server.ts': Buffer.from('// gr\u00fcn\n', 'latin1') } },
		exit: 1,
		code: 'AG_NOT_READABLE',
		says: ['src/hooks.server.ts', 'UTF-8'],
	},
};

describe.concurrent('init turns down', () => {
	test.for(Object.entries(cases))('%s', async ([, { host, args = [], ...failure }]) => {
		await expectRefusal(makeHost(host), [...init, ...args], failure);
	});

	test('a folder that does not exist', async () => {
		const host = makeHost();
		await expectRefusal(host, [...init, '--cwd', 'nowhere'], {
			exit: 1,
			code: 'AG_NO_PACKAGE_JSON',
			says: ['nowhere'],
		});
	});

	test('a folder below the application, and names the application', async () => {
		const host = makeHost();
		await expectRefusal(host, [...init, '--cwd', 'src/routes'], {
			exit: 1,
			code: 'AG_NO_PACKAGE_JSON',
			says: ['--cwd .'],
		});
	});
});
