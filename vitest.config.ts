import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		// The quick ones first. Said with groupOrder, since vitest otherwise puts whatever has one worker last.
		projects: [
			{
				test: {
					name: 'unit',
					sequence: { groupOrder: 1 },
					maxWorkers: '100%',
					testTimeout: 30_000,
					include: ['src/**/*.test.ts', 'runtime/src/**/*.test.ts', 'test/edits/**/*.test.ts'],
					exclude: ['src/generators/new-files.*.test.ts'],
				},
			},
			{
				test: {
					name: 'cli',
					sequence: { groupOrder: 2 },
					maxWorkers: '100%',
					// Whole formatters over whole hosts are here, since the unit tests stay below a minute.
					include: ['test/cli/**/*.test.ts', 'scripts/**/*.test.ts', 'src/generators/new-files.*.test.ts'],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
			{
				// Both integrations against the real core, database, mail server and OpenID provider, in one process.
				test: {
					name: 'conformance',
					// Each file would load the database and the core anew, which takes longer than its tests.
					isolate: false,
					sequence: { groupOrder: 2 },
					maxWorkers: '100%',
					include: ['test/conformance/**/*.test.ts'],
					testTimeout: 30_000,
				},
			},
			{
				// Real hosts: installed, built, started. Two at a time: one often waits for the network or a browser.
				test: {
					name: 'hosts',
					include: ['test/e2e/**/*.test.ts', 'test/support/**/*.test.ts'],
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
