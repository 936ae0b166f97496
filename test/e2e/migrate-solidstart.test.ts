import { describe, expect } from 'vitest';
import { solidStart1, solidStart2 } from '../support/host-under-test.ts';
import { builtInPages, type MigratingPerson } from '../support/migrating-person.ts';
import {
	databaseMigration,
	databasePackages,
	solidStartDatabaseFiles,
} from '../support/predecessors-database.ts';
import {
	authSolidStartFiles,
	mediakit2Files,
	mediakitFiles,
	startAuthjsFiles,
} from '../support/predecessors-solid.ts';
import { thorough } from '../support/thorough.ts';
import { describeMigration, type Migration } from './suites/migration.ts';

/**
 * Of predecessors on SolidStart 2 behind a TLS proxy: their endpoints took every request for http, gave out cookies without
 * a prefix and sent providers to http. Only a password works there, and pages show nobody.
 */
function behindTls(): NonNullable<Migration['more']> {
	let person: MigratingPerson;
	return async ({ secure, start, open }, when) => {
		await start(secure);
		if (when === 'before') {
			person = await open(secure);
			await person.postPassword('/api/auth');
		} else {
			expect(await person.who()).toBe('Ada Lovelace');
		}
		expect(await person.user('/api/auth')).toMatchObject({ name: 'Ada Lovelace' });
		if (when === 'before') return;
		await person.signOut();
		expect(await person.who()).toBe('nobody');
		expect(await person.sessionCookies()).toBe(0);
	};
}

describe.runIf(thorough)('migrate on SolidStart', () => {
	describeMigration({
		title: 'start-authjs 1.0.2 on SolidStart 2',
		...{ kind: solidStart2, packages: ['start-authjs@1.0.2'], files: startAuthjsFiles },
		...{ authPath: '/api/auth', predecessor: 'start-authjs', ways: builtInPages },
		places: ['http'],
		// Its server looks for its endpoints below the path of AUTH_URL.
		env: (origin) => ({ AUTH_URL: `${origin}/api/auth` }),
		keepsHost: true,
		more: behindTls(),
	});

	describeMigration({
		title: '@solid-mediakit/auth 3.1.3 on SolidStart 1',
		kind: solidStart1,
		packages: ['--legacy-peer-deps', '@solid-mediakit/auth@3.1.3', '@auth/core@0.38.0'],
		files: mediakitFiles,
		...{ authPath: '/api/auth', predecessor: '@solid-mediakit/auth' },
		...{ places: ['http', 'tls'], keepsHost: true },
	});

	describeMigration({
		title: '@solid-mediakit/auth 2.1.6 on SolidStart 1',
		kind: solidStart1,
		packages: ['--legacy-peer-deps', '@solid-mediakit/auth@2.1.6', '@auth/core@0.35.0'],
		files: mediakit2Files,
		...{ authPath: '/api/auth', predecessor: '@solid-mediakit/auth' },
		...{ places: ['http', 'tls'], keepsHost: true, small: true },
	});

	describeMigration({
		title: '@auth/solid-start 0.19.2 on SolidStart 1',
		kind: solidStart1,
		packages: ['--legacy-peer-deps', '@auth/solid-start@0.19.2', 'vite@6'],
		files: authSolidStartFiles,
		...{ authPath: '/api/auth', predecessor: '@auth/solid-start' },
		...{ places: ['http', 'tls'], keepsHost: true },
	});

	describeMigration({
		title: '@auth/solid-start 0.19.2 with drizzle on SolidStart 1',
		kind: solidStart1,
		packages: ['--legacy-peer-deps', '@auth/solid-start@0.19.2', 'vite@6', ...databasePackages],
		files: solidStartDatabaseFiles,
		...{ authPath: '/api/auth', predecessor: '@auth/solid-start' },
		...databaseMigration,
		keepsHost: true,
	});
});
