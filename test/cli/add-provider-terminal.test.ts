import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { graftedHost } from './support/grafted.ts';
import { keys, onTerminal, type Step } from './support/terminal.ts';
import { differences } from './support/tree.ts';

const { enter, ctrlC, tab } = keys;
const confirm: Step = ['Write these changes?', enter];

describe.concurrent('add-provider on a terminal', () => {
	test('no id: the list, narrowed by typing, then what each is configured by', async () => {
		const host = await graftedHost('solidstart1');
		const steps: Step[] = [
			['How else do people sign in?', ' keyc'],
			['1 match', tab],
			['keycloak', enter],
			['AUTH_KEYCLOAK_ID', `web${enter}`],
			['AUTH_KEYCLOAK_SECRET', `hush-hush${enter}`],
			['AUTH_KEYCLOAK_ISSUER', `id.example${enter}`],
			['http(s) URL', `${'\u007f'.repeat('id.example'.length)}https://id.example/realms/a${enter}`],
			confirm,
		];
		const { exit, screen, raw } = await onTerminal(host, ['add-provider', '--no-install'], steps);
		expect(exit, screen).toBe(0);
		expect(parse(host.read('.env'))).toMatchObject({
			AUTH_KEYCLOAK_ID: 'web',
			AUTH_KEYCLOAK_SECRET: 'hush-hush',
			AUTH_KEYCLOAK_ISSUER: 'https://id.example/realms/a',
		});
		// Neither the secret nor a start of it.
		expect(raw).not.toMatch(/hus?h?/);
		expect(screen).not.toContain('Fill in .env');
		expect(host.read('src/auth.ts')).toMatch(/\bKeycloak\n/);
	});

	test('what is listed already is not offered', async () => {
		const host = await graftedHost('solidstart1', {}, '--providers', 'github,development');
		const steps: Step[] = [['How else do people sign in?', ctrlC]];
		const { screen } = await onTerminal(host, ['add-provider'], steps);
		expect(screen).toContain('Google');
		expect(screen).not.toContain('GitHub');
		expect(screen).not.toContain('Development');
	});

	test('empty answers are filled in later; known values are not asked for', async () => {
		const host = await graftedHost('solidstart1', { '.env': 'AUTH_GITHUB_ID=known\n' });
		const steps: Step[] = [['AUTH_GITHUB_SECRET', enter], confirm];
		const { exit, screen } = await onTerminal(host, ['add-provider', 'github', '--no-install'], steps);
		expect(exit, screen).toBe(0);
		expect(screen).not.toMatch(/AUTH_GITHUB_ID;/);
		expect(screen).toContain('Fill in .env: AUTH_GITHUB_SECRET');
		expect(parse(host.read('.env'))).toMatchObject({ AUTH_GITHUB_ID: 'known', AUTH_GITHUB_SECRET: '' });
	});

	test('there already: nothing is asked', async () => {
		const host = await graftedHost('solidstart1', {}, '--providers', 'github');
		const before = host.tree();
		const { exit, screen } = await onTerminal(host, ['add-provider', 'github'], []);
		expect(exit, screen).toBe(0);
		expect(screen).toContain('Nothing to do');
		expect(host.tree()).toEqual(before);
	});

	test('what cannot be is said before any question', async () => {
		const host = await graftedHost('solidstart1');
		const { exit, screen } = await onTerminal(host, ['add-provider', 'nodemailer'], []);
		expect(exit).toBe(1);
		expect(screen).toContain('AG_PROVIDER_NEEDS_ADAPTER');
		expect(screen).not.toContain('AUTH_NODEMAILER');
	});
});

describe.concurrent('cancelled: exit 130, and every byte as it was', () => {
	const list: Step = ['How else do people sign in?', 'keyc'];
	const chosen: Step[] = [list, ['1 match', tab], ['keycloak', enter]];
	const id: Step = ['AUTH_KEYCLOAK_ID', `web${enter}`];
	const secret: Step = ['AUTH_KEYCLOAK_SECRET', `hush-hush${enter}`];
	const issuer: Step = ['AUTH_KEYCLOAK_ISSUER', enter];
	const prompts: [what: string, before: Step[], question: string][] = [
		['the list', [], list[0]],
		['the client id', chosen, id[0]],
		['the client secret', [...chosen, id], secret[0]],
		['the issuer', [...chosen, id, secret], issuer[0]],
		['the confirmation', [...chosen, id, secret, issuer], confirm[0]],
	];
	const cases = prompts.flatMap(([what, before, question]) =>
		(['ctrlC', 'escape'] as const).map((key) => ({ key, what, before, question })),
	);
	test.for(cases)('$key at $what', async ({ key, before, question }) => {
		const host = await graftedHost('solidstart1');
		const tree = host.tree();
		const steps: Step[] = [...before, [question, keys[key]]];
		const { exit, screen } = await onTerminal(host, ['add-provider'], steps);
		expect(exit, screen).toBe(130);
		expect(screen).toContain('Cancelled. The project is as it was.');
		expect(screen).not.toContain('hush');
		expect(differences(tree, host.tree())).toEqual([]);
	});

	test('"no" to the plan', async () => {
		const host = await graftedHost('solidstart1');
		const tree = host.tree();
		const args = ['add-provider', 'credentials'];
		const { exit, screen } = await onTerminal(host, args, [[confirm[0], 'n']]);
		expect(exit, screen).toBe(130);
		expect(host.tree()).toEqual(tree);
	});

	test('remove-provider asks before it takes anything out', async () => {
		const host = await graftedHost('solidstart1', {}, '--providers', 'github,google');
		const tree = host.tree();
		const args = ['remove-provider', 'github', '--variables'];
		const { exit, screen } = await onTerminal(host, args, [[confirm[0], ctrlC]]);
		expect(exit, screen).toBe(130);
		expect(host.tree()).toEqual(tree);
	});
});
