import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: 'unit',
					include: [
						'src/**/*.test.ts',
						'runtime/src/**/*.test.ts',
						'scripts/**/*.test.ts',
						'test/edits/**/*.test.ts',
					],
				},
			},
			{
				test: {
					name: 'cli',
					include: ['test/cli/**/*.test.ts'],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
			{
				// Real hosts: installed, built, started. After the others and one at a time, on two cores.
				test: {
					name: 'hosts',
					include: ['test/e2e/**/*.test.ts', 'test/support/**/*.test.ts'],
					setupFiles: ['test/support/setup.ts'],
					testTimeout: 120_000,
					hookTimeout: 600_000,
					fileParallelism: false,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});
