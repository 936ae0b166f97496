import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { findProviders, providerVariables } from './index.ts';

const providersFolder = join(dirname(createRequire(import.meta.url).resolve('@auth/core')), 'providers');

describe('the catalogue', () => {
	test('has every provider module of the installed core', () => {
		const modules = readdirSync(providersFolder)
			.filter((file) => file.endsWith('.js'))
			.map((file) => file.slice(0, -3))
			.filter((name) => !['index', 'oauth', 'provider-types'].includes(name));
		expect(catalogue.map(({ module }) => module)).toEqual(modules.sort());
		expect(catalogue).toHaveLength(104);
	});

	test('local names are valid, and no two are the same', () => {
		const names = catalogue.map(({ factory }) => factory);
		expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
		expect(new Set(names).size).toBe(names.length);
	});

	// The core's own rule: no issuer, and not all three endpoints.
	test('an issuer is asked for where the core would refuse to start without', async () => {
		for (const { module, id, issuer, type, needs } of catalogue) {
			if (needs || !['oauth', 'oidc'].includes(type)) continue;
			const { default: factory } = await import(`@auth/core/providers/${module}`);
			const provider = factory({ ...(issuer ? { issuer: 'https://issuer.example' } : {}) });
			const endpoints = ['authorization', 'token', 'userinfo'].map(
				(name) => provider[name]?.url ?? provider[name],
			);
			const complete =
				provider.issuer ?? provider.options?.issuer ?? endpoints.every((url) => typeof url === 'string');
			expect(complete, id).toBeTruthy();
			expect(endpoints.join(), id).not.toContain('undefined');
		}
	});
});

describe('findProviders', () => {
	test('takes ids and module names, each once', () => {
		expect(findProviders(['github', 'development', 'github', 'ory-hydra']).map(({ id }) => id)).toEqual([
			'github',
			'development',
			'hydra',
		]);
	});

	test.each([
		['githb', 'Did you mean github'],
		['gogle', 'Did you mean google'],
		['Keycloack', 'Did you mean keycloak?'],
	])('%s: the nearest names', (id, hint) => {
		expect(() => findProviders([id])).toThrow(
			expect.objectContaining({
				code: 'AG_PROVIDER_UNKNOWN',
				exitCode: 2,
				hint: expect.stringContaining(hint),
			}),
		);
	});

	test.each(['nodemailer', 'resend', 'passkey', 'todoist'])('%s cannot be set up yet', (id) => {
		expect(() => findProviders([id])).toThrow(
			expect.objectContaining({ code: 'AG_PROVIDER_UNSUPPORTED', exitCode: 2 }),
		);
	});
});

test('variables are named as the core reads them', () => {
	const names = (id: string) =>
		findProviders([id])
			.flatMap(providerVariables)
			.map(({ name }) => name);
	expect(names('github')).toEqual(['AUTH_GITHUB_ID', 'AUTH_GITHUB_SECRET']);
	expect(names('duende-identity-server6')).toEqual([
		'AUTH_DUENDE_IDENTITY_SERVER6_ID',
		'AUTH_DUENDE_IDENTITY_SERVER6_SECRET',
		'AUTH_DUENDE_IDENTITY_SERVER6_ISSUER',
	]);
	expect(names('development')).toEqual([]);
});
