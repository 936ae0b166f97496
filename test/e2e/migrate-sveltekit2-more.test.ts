import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { describe, expect } from 'vitest';
import type { HostUnderTest } from '../support/host-under-test.ts';
import {
	authTables,
	databaseFiles,
	handleItselfFiles,
	svelte4Files,
} from '../support/predecessors-sveltekit.ts';
import { svelte4Host, viteConfigHost } from '../support/sveltekit-kinds.ts';
import { thorough } from '../support/thorough.ts';
import { describeMigration } from './suites/migration.ts';

const kit = {
	...{ authPath: '/auth', predecessor: '@auth/sveltekit' },
	env: (origin: string) => ({ ORIGIN: origin }),
};

async function inDatabase(host: HostUnderTest, statements: string[]) {
	const database = createClient({ url: `file:${join(host.folder, 'local.db')}` });
	try {
		const results = [];
		for (const statement of statements) {
			const { rows } = await database.execute(statement);
			results.push(rows.map((row) => ({ ...row })));
		}
		return results;
	} finally {
		database.close();
	}
}

describe.runIf(thorough)('migrate on SvelteKit 2', () => {
	describe.each([['hands the row on', '({ session }) => session']])(
		'sessions in a database, and a callback that %s',
		(_, callback) => {
			describeMigration({
				...kit,
				title: '@auth/sveltekit 1.11.3 with drizzle',
				kind: viteConfigHost,
				packages: ['@auth/sveltekit@1.11.3', '@auth/drizzle-adapter@1.11.3', 'drizzle-orm', '@libsql/client'],
				files: databaseFiles(callback),
				...{ places: ['http', 'tls'], people: ['provider'], small: true },
				prepare: async (host) => void (await inDatabase(host, ['PRAGMA journal_mode = WAL', ...authTables])),
				// Who signs out and in again has one session as before.
				kept: (host) =>
					inDatabase(host, [
						'SELECT id, name, email, image FROM user',
						'SELECT * FROM account',
						'SELECT userId FROM session',
					]),
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
