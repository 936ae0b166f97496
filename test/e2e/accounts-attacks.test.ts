import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exec, npm } from '../../scripts/lib/process/exec.ts';
import { type AccountsHost, makeAccountsHost } from '../support/accounts-host.ts';
import { solidStart1, solidStart2, svelteKit3 } from '../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { viteConfigHost } from '../support/sveltekit-kinds.ts';
import { dress, people, providerIds } from './suites/accounts-attacks/dress.ts';
import { breakRuntime, faults } from './suites/accounts-attacks/faults/index.ts';
import { rows } from './suites/accounts-attacks/index.ts';
import { showsNoLink } from './suites/accounts-attacks/rows/leaks.ts';
import { type Attacked, address, attack } from './suites/accounts-attacks/world.ts';

/*
 * What strangers, squatters and people at somebody else's browser try with accounts, on built hosts: each row has a number,
 * and what must come of it. Behind them the same rows against runtimes with one defence less: there they have to fail.
 */

test('every row of the table is there, and every fault has a row', () => {
	expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
		Array.from({ length: 52 }, (_, at) => at + 1),
	);
	const controls = new Set(rows.flatMap(({ control }) => control ?? []));
	expect([...controls].sort()).toEqual(Object.keys(faults).sort());
});

describe.each([
	[svelteKit3, '/auth', 'newest'],
	[solidStart2, '/api/auth', 'newest'],
	[viteConfigHost, '/auth', 'older'],
	[solidStart1, '/api/auth', 'older'],
] as const)('attacks on the accounts of $name', (kind, authPath, generation) => {
	const svelteKit = authPath === '/auth';
	let made: AccountsHost;
	let microsoft: IdentityProvider;
	const everywhere = () => ({ ATTACK_MICROSOFT: microsoft.issuer });

	beforeAll(async () => {
		made = await makeAccountsHost(kind, {
			...{ authPath, people: Object.values(people), providers: providerIds },
			dress: (host) => dress(host, svelteKit),
		});
		microsoft = await startIdentityProvider(
			[`${made.host.origin}${authPath}/callback/microsoft-entra-id`],
			Object.values(people),
			{},
			{ issuer: 'https://login.microsoftonline.com/tenant/v2.0', clientSecret: made.provider.clientSecret },
		);
		// Installed, checked and built, with one command more than other hosts.
	}, 1_200_000);
	afterAll(async () => {
		await microsoft?.close();
		await made?.close();
	});

	describe('each is answered as it must be', () => {
		let attacked: Attacked;
		beforeAll(() => {
			attacked = attack(made, svelteKit, everywhere());
		});
		afterAll(() => attacked?.stop());

		test.each(rows)('$number $name', ({ run }) => run(attacked), 400_000);
	});

	// The runtime is the same one for both generations.
	if (generation === 'older') return;

	test('51 … also of a build that was made with NODE_ENV=development', async () => {
		const env = { NODE_ENV: 'development' };
		const built = await exec(...npm('run', 'build'), { cwd: made.host.folder, env, timeout: 300_000 });
		expect(built.code, built.output).toBe(0);
		const attacked = attack(made, svelteKit, everywhere());
		try {
			// With that at its start as well it would be somebody who develops.
			await showsNoLink(attacked, ['production', '']);
		} finally {
			await attacked.stop();
		}
	}, 600_000);

	describe('control: with one defence less it is not', () => {
		beforeAll(async () => {
			await breakRuntime(made.host.folder);
			const built = await made.host.build();
			expect(built.code, built.output).toBe(0);
		});

		test('the runtime with faults is as good as the other one, as long as none is asked for', async () => {
			const attacked = attack(made, svelteKit, everywhere());
			try {
				const email = address();
				const person = await (await attacked.at()).member(email);
				expect(await person.who()).toBe(email);
			} finally {
				await attacked.stop();
			}
		});

		test.each(rows.filter(({ control }) => control !== undefined))(
			'$number without $control',
			async ({ run, control = '' }) => {
				const attacked = attack(made, svelteKit, { ...everywhere(), ATTACK_FAULT: control });
				try {
					// It is an expectation that fails, and nothing else.
					await expect(run(attacked)).rejects.toThrow(/expected/);
				} finally {
					await attacked.stop();
				}
			},
			400_000,
		);
	});
});
