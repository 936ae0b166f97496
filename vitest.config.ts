import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';
import { week } from './test/support/thorough.ts';

/** Unit tests by their place, which run formatters, git or killed processes: `npm run test:unit` stays below a minute. */
const slow = [
	'src/generators/init/new-files.*.test.ts',
	'src/generators/look/pages.test.ts',
	'src/generators/add-accounts/new-files.test.ts',
	'src/generators/add-adapter/new-files.test.ts',
	'src/generators/add-provider/sign-in-page.test.ts',
	'src/plan/undo.test.ts',
	'src/plan/recover.test.ts',
	'src/host/git.test.ts',
	'src/doctor/host/index.test.ts',
	'src/doctor/host/accounts.test.ts',
	'src/doctor/start/*.test.ts',
];

/** What is about modes of files, pipes, terminals and signals of Unix, which Windows does not have. */
const unixOnly =
	process.platform === 'win32'
		? ['permissions', 'streams', 'terminal', 'full-disk', 'kill', 'links'].map(
				(name) => `test/cli/${name}.test.ts`,
			)
		: [];

/** Hosts that say the same again of another framework: `npm run test:all`. */
const again =
	process.env.AUTHGRAFT_TESTS === 'all'
		? []
		: [
				...['providers-solidstart', 'needs', 'prerendered-solidstart', 'collisions', 'scaling'],
				...[
					'sveltekit2-older',
					'conformance-solidstart',
					'accounts',
					'accounts-databases',
					'accounts-attacks',
					'accounts-look',
					'code-blocks',
					'site',
					'migrate-sveltekit2',
				],
			].map((name) => `test/e2e/${name}.test.ts`);

/** Hosts that take turns in `npm test`, one row a week. */
const turns = [
	['providers-sveltekit'],
	['doctor'],
	['conformance-sveltekit'],
	['package-managers', 'sveltekit3-development'],
].map((row) => row.map((name) => `test/e2e/${name}.test.ts`));
const notThisWeek =
	process.env.AUTHGRAFT_TESTS === 'all' ? [] : turns.toSpliced(week % turns.length, 1).flat();

/** Database servers with drivers that have to be installed: `npm run test:all`. What they need takes seconds to load. */
const servers =
	process.env.AUTHGRAFT_TESTS === 'all' ? [] : ['test/conformance/accounts-stores/servers.test.ts'];

/** Hosts that are built for each platform, where the project is asked for by name: `npm run test:platforms`. */
const platforms = process.argv.includes('platforms')
	? []
	: ['sveltekit2', 'sveltekit3', 'solidstart1', 'solidstart2'].map(
			(name) => `test/platforms/${name}.test.ts`,
		);

/**
 * A test that never asserts anything fails. Not in `cli`: its tests run at once in one file, and Vitest counts the
 * assertions of all of them together.
 */
const strict = { requireAssertions: true };

/** Where the command line keeps its key and Node what it has compiled, in place of the folders of the person who runs the tests. */
const env = {
	XDG_STATE_HOME: join(tmpdir(), 'authgraft-test-state'),
	XDG_CACHE_HOME: join(tmpdir(), 'authgraft-test-cache'),
};

export default defineConfig({
	test: {
		sequence: { sequencer: LongestFirst },
		// The quick ones first. Said with groupOrder, since vitest otherwise puts whatever has one worker last.
		projects: [
			{
				test: {
					name: 'unit',
					env,
					expect: strict,
					// Loading the TypeScript compiler anew for each file takes longer than the tests.
					isolate: false,
					sequence: { groupOrder: 1 },
					maxWorkers: '100%',
					testTimeout: 30_000,
					include: ['src/**/*.test.ts'],
					exclude: slow,
				},
			},
			{
				// The same rooms with generated input. What they put in a module's place must not meet other tests.
				test: {
					name: 'properties',
					env,
					expect: strict,
					sequence: { groupOrder: 1 },
					maxWorkers: '100%',
					testTimeout: 30_000,
					include: ['test/edits/**/*.test.ts', 'test/fuzz/**/*.test.ts'],
				},
			},
			{
				test: {
					name: 'runtime',
					expect: strict,
					// Loading the core anew for each file takes longer than the tests.
					isolate: false,
					sequence: { groupOrder: 1 },
					maxWorkers: '100%',
					testTimeout: 30_000,
					include: ['runtime/src/**/*.test.ts'],
				},
			},
			{
				test: {
					name: 'cli',
					env,
					// The processes that stay are there for the files behind the first, too.
					isolate: false,
					globalSetup: 'test/cli/support/folder.ts',
					sequence: { groupOrder: 2 },
					maxWorkers: '100%',
					include: ['test/cli/**/*.test.ts', 'scripts/**/*.test.ts', ...slow],
					exclude: unixOnly,
					// Many of a file run at a time, each with programs of its own: on a busy machine they wait for each other.
					testTimeout: 180_000,
					hookTimeout: 180_000,
				},
			},
			{
				// Both integrations against the real core, database, mail server and OpenID provider, in one process.
				test: {
					name: 'conformance',
					expect: strict,
					// As above, and the database with it.
					isolate: false,
					sequence: { groupOrder: 2 },
					maxWorkers: '100%',
					include: ['test/conformance/**/*.test.ts'],
					exclude: servers,
					testTimeout: 30_000,
				},
			},
			{
				// What people deploy to: Cloudflare's runtime always, the others with hosts that are built for each.
				test: {
					name: 'platforms',
					env,
					expect: strict,
					include: ['test/platforms/**/*.test.ts'],
					exclude: platforms,
					setupFiles: ['test/support/setup.ts'],
					testTimeout: 300_000,
					hookTimeout: 900_000,
					// Each of them runs servers and builds of its own.
					maxWorkers: 2,
					sequence: { groupOrder: 3 },
				},
			},
			{
				// Real hosts: installed, built, started. Two at a time: one often waits for the network or a browser.
				test: {
					name: 'hosts',
					env,
					expect: strict,
					include: ['test/e2e/**/*.test.ts', 'test/support/**/*.test.ts'],
					exclude: [...again, ...notThisWeek],
					setupFiles: ['test/support/setup.ts'],
					testTimeout: 120_000,
					hookTimeout: 600_000,
					maxWorkers: 2,
					sequence: { groupOrder: 3 },
				},
			},
		],
	},
});
