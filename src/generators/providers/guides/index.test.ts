import { describe, expect, test } from 'vitest';
import { catalogue } from '../catalogue.ts';
import type { ProviderFact } from '../fact.ts';
import { providerOptions } from '../options.ts';
import { guideFor, guides } from './index.ts';
import { pages } from './pages.ts';

const callback = 'http://localhost:5173/auth/callback/x';
const facts = new Map(catalogue.map((fact) => [fact.module, fact]));
const fact = (module: string): ProviderFact => {
	const found = facts.get(module);
	if (!found) throw new Error(module);
	return found;
};
const written = Object.entries(guides);

describe('the guides', () => {
	test('are there for those that most people use', () => {
		const asked =
			'github google microsoft-entra-id apple discord facebook twitter gitlab bitbucket linkedin slack spotify twitch auth0 okta keycloak cognito azure-ad-b2c authentik zitadel logto kinde fusionauth onelogin dropbox notion reddit line kakao naver tiktok instagram strava figma zoom salesforce hubspot atlassian patreon vk yandex workos resend sendgrid postmark mailgun nodemailer passkey credentials todoist netsuite';
		expect(asked.split(' ').filter((module) => !guides[module])).toEqual([]);
	});

	test.each(written)(
		'%s: its page is https, its placeholders are variables of the provider',
		(module, guide) => {
			const { register, steps, notes = [] } = guide;
			expect(URL.parse(register)?.protocol).toBe('https:');
			expect(steps.length).toBeGreaterThan(0);
			const { type, ...rest } = fact(module);
			const options = providerOptions({ type, ...rest });
			const suffixes = new Set(options.map(({ option }) => option.suffix));
			const text = [...steps, ...notes].join('\n');
			const used = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
			const isRemote = type === 'oauth' || type === 'oidc';
			expect([...used].filter((name) => name !== 'callback' && !suffixes.has(name))).toEqual([]);
			// What has to be filled in is told where it comes from.
			const needed = options.filter(({ option }) => option.required).map(({ option }) => option.suffix);
			expect(needed.filter((suffix) => !steps.join('\n').includes(`{${suffix}}`))).toEqual([]);
			// Instagram's service is gone, so there is nothing to enter a callback into.
			expect(used.has('callback')).toBe(isRemote && module !== 'instagram');
		},
	);

	test('pages of the others are https, and of providers that have no guide', () => {
		for (const [module, { register }] of Object.entries(pages)) {
			expect(facts.has(module), module).toBe(true);
			expect(guides[module], module).toBeUndefined();
			if (register) expect(URL.parse(register)?.protocol, module).toBe('https:');
		}
	});
});

describe('guideFor', () => {
	test('fills in the callback URL and the names of the variables', () => {
		const { register, steps, specific } = guideFor(fact('keycloak'), { callback });
		expect(register).toContain('keycloak.org');
		expect(specific).toBe(true);
		expect(steps).toContain(`Valid redirect URIs: ${callback}`);
		expect(steps.at(-1)).toContain('AUTH_KEYCLOAK_ISSUER is https://<host>/realms/<realm>');
	});

	test('names the variables after an own id', () => {
		const { steps } = guideFor(fact('github'), { id: 'work', callback });
		expect(steps.at(-1)).toBe(
			'Copy the client ID into AUTH_WORK_ID and the client secret into AUTH_WORK_SECRET.',
		);
	});

	test('every provider gets one, and no placeholder is left', () => {
		for (const one of catalogue) {
			const guide = guideFor(one, { callback });
			expect(guide.steps.length, one.id).toBeGreaterThan(0);
			const text = [...guide.steps, ...guide.notes].join('\n');
			expect(text.match(/\{[A-Z_]+\}|\{callback\}/), one.id).toBeNull();
			const isGone = one.module === 'instagram';
			if ((one.type === 'oauth' || one.type === 'oidc') && !isGone) expect(text, one.id).toContain(callback);
			for (const { variable, option } of providerOptions(one))
				if (option.required) expect(text, one.id).toContain(variable);
		}
	});

	test('without a guide it is what all of the kind ask for', () => {
		expect(guideFor(fact('mattermost'), { callback })).toEqual({
			register: undefined,
			specific: false,
			steps: [
				'Register an OAuth application (a confidential web client) with Mattermost.',
				`Callback or redirect URL: ${callback}`,
				'Copy the client id into AUTH_MATTERMOST_ID and the client secret into AUTH_MATTERMOST_SECRET.',
				'AUTH_MATTERMOST_ISSUER: issuer URL (https://<host>, where Mattermost answers).',
			],
			notes: ['Register it on your own server: Integrations > OAuth 2.0 Applications.'],
		});
	});

	test('a provider that nobody should begin with says so first', () => {
		expect(guideFor(fact('passage'), { callback }).notes[0]).toContain('switched Passage off');
	});

	test('code in the notes is left as it is', () => {
		expect(guideFor(fact('gitlab'), { callback }).notes).toEqual([
			"A GitLab of your own: (options) => GitLab({ ...options, baseUrl: 'https://<host>' }).",
		]);
	});
});
