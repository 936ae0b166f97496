import { describe, expect } from 'vitest';
import {
	databaseMigration,
	databasePackages,
	svelteKitDatabaseFiles,
} from '../support/predecessors-database.ts';
import { handleItselfFiles, svelte4Files } from '../support/predecessors-sveltekit.ts';
import { svelte4Host, viteConfigHost } from '../support/sveltekit-kinds.ts';
import { thorough } from '../support/thorough.ts';
import { describeMigration } from './suites/migration.ts';

const kit = {
	...{ authPath: '/auth', predecessor: '@auth/sveltekit' },
	env: (origin: string) => ({ ORIGIN: origin }),
};

describe.runIf(thorough)('migrate on SvelteKit 2', () => {
	describe.each([['hands the row on', '({ session }) => session']])(
		'sessions in a database, and a callback that %s',
		(_, callback) => {
			describeMigration({
				...kit,
				title: '@auth/sveltekit 1.11.3 with drizzle',
				kind: viteConfigHost,
				packages: ['@auth/sveltekit@1.11.3', ...databasePackages],
				files: svelteKitDatabaseFiles(callback),
				...databaseMigration,
			});
		},
	);

	describeMigration({
		...kit,
		title: '@auth/sveltekit 1.4.2 on Svelte 4',
		async more({ host, start }) {
			await start(host.origin);
			const page = await fetch(`${host.origin}/account`);
			expect(page.status).toBe(200);
			expect(await page.text()).toMatch(
				/action="\/signin"[\s\S]*Another account[\s\S]*action="\/signout"[\s\S]*Leave/,
			);
		},
		...{
			kind: svelte4Host,
			packages: ['@auth/sveltekit@1.4.2'],
			files: svelte4Files,
			places: ['http', 'tls'],
		},
	});

	describeMigration({
		...kit,
		title: '@auth/sveltekit 0.8.0, where SvelteKitAuth is the handle',
		kind: viteConfigHost,
		packages: ['--legacy-peer-deps', '@auth/sveltekit@0.8.0'],
		...{ files: handleItselfFiles, places: ['http', 'tls'] },
		// Its endpoints are below the path of AUTH_URL.
		env: (origin) => ({ ORIGIN: origin, AUTH_URL: `${origin}/auth` }),
	});
});
