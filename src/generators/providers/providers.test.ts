import { describe, expect, test } from 'vitest';
import { aliases } from './aliases.ts';
import { catalogue, catalogueVersion } from './catalogue.ts';
import { findProvider } from './find.ts';
import { handModules } from './hand-facts.ts';
import { development, findProviders, notYet, popular, providers } from './index.ts';
import { providerOptions, providerVariables, rareOptions } from './options.ts';

const ids = (...wanted: string[]) => findProviders(wanted, providers).map(({ id }) => id);
const fact = (id: string) => {
	const [found] = findProviders([id], providers);
	if (!found) throw new Error(id);
	return found;
};

describe('the catalogue', () => {
	test('has the providers of the core, none twice', () => {
		expect(catalogue).toHaveLength(104);
		expect(catalogueVersion).toMatch(/^\d+\.\d+\.\d+$/);
		expect(new Set(catalogue.map(({ module }) => module)).size).toBe(104);
		expect(new Set(catalogue.map(({ id }) => id)).size).toBe(104);
	});

	test('local names are valid, and no two are the same', () => {
		const names = catalogue.map(({ factory }) => factory);
		expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
		expect(new Set(names).size).toBe(names.length);
	});

	test('facts by hand belong to a module that there is', () => {
		const modules = new Set(catalogue.map(({ module }) => module));
		expect(handModules.filter((module) => !modules.has(module))).toEqual([]);
	});

	test('every provider that needs an issuer says what one looks like', () => {
		const silent = catalogue.filter(({ issuer, issuerForm }) => Boolean(issuer) !== Boolean(issuerForm));
		expect(silent.map(({ id }) => id)).toEqual([]);
		expect(catalogue.filter(({ issuer }) => issuer)).toHaveLength(26);
	});

	test('only Apple posts to the callback', () => {
		const posting = catalogue.filter(({ postsFrom }) => postsFrom);
		expect(posting.map(({ id, postsFrom }) => [id, postsFrom])).toEqual([
			['apple', ['https://appleid.apple.com']],
		]);
	});

	test('packages have the range that the core wants', () => {
		expect(fact('nodemailer').packages).toEqual({ nodemailer: '^8.0.5' });
		const webauthn = { '@simplewebauthn/browser': '^9.0.1', '@simplewebauthn/server': '^9.0.2' };
		expect(fact('passkey').packages).toEqual(webauthn);
		expect(fact('webauthn').packages).toEqual(webauthn);
		expect(catalogue.filter(({ packages }) => packages)).toHaveLength(4);
	});
});

describe('findProviders', () => {
	test('takes ids and module names, each provider once', () => {
		expect(ids('github', 'development', 'gh', 'ory-hydra', 'hydra', 'GitHub')).toEqual([
			'github',
			'development',
			'hydra',
		]);
	});

	test.each([
		['Microsoft Entra ID', 'microsoft-entra-id'],
		['MICROSOFT-ENTRA-ID', 'microsoft-entra-id'],
		['entra', 'microsoft-entra-id'],
		['azure', 'microsoft-entra-id'],
		['AzureAD', 'microsoft-entra-id'],
		['Azure AD', 'microsoft-entra-id'],
		['azure-ad', 'azure-ad'],
		['b2c', 'azure-ad-b2c'],
		['x', 'twitter'],
		['X.com', 'twitter'],
		['fb', 'facebook'],
		['Meta', 'facebook'],
		['42', '42-school'],
		['smtp', 'nodemailer'],
		['magic-link', 'nodemailer'],
		['Magic Link', 'nodemailer'],
		['email', 'email'],
		['password', 'credentials'],
		['ory', 'hydra'],
		['osu!', 'osu'],
		['Battle.net', 'battlenet'],
		['VKontakte', 'vk'],
		[' okta ', 'okta'],
		['Forward Email', 'forwardemail'],
		['dev', 'development'],
	])('%s means %s', (typed, id) => {
		expect(ids(typed)).toEqual([id]);
	});

	test('every id, module and name finds its own provider', () => {
		const lost = providers.flatMap((one) =>
			[one.id, one.module || one.id, one.id.toUpperCase()]
				.filter((text) => findProvider(text, providers) !== one)
				.map((text) => `${text} of ${one.id}`),
		);
		expect(lost).toEqual([]);
		const elsewhere = providers.filter((one) => findProvider(one.name, providers) !== one);
		// The name of a former product leads to its successor.
		expect(elsewhere.map(({ name }) => name)).toEqual(['Azure Active Directory']);
	});

	test('other words stand for a provider, and hide none', () => {
		for (const [word, module] of Object.entries(aliases)) {
			expect(word).toMatch(/^[a-z0-9]+$/);
			const target = providers.find((one) => (one.module || one.id) === module);
			expect(target, `${word} -> ${module}`).toBeDefined();
			expect(findProvider(word, providers)?.id, word).toBe(target?.id);
			expect(
				providers.some(({ id }) => id === word),
				word,
			).toBe(false);
		}
	});

	test('a word for a provider that the core no longer has is unknown', () => {
		const others = catalogue.filter(({ module }) => module !== 'twitter');
		expect(() => findProviders(['x'], others)).toThrow(
			expect.objectContaining({ code: 'AG_PROVIDER_UNKNOWN' }),
		);
	});

	test.each([
		['githb', 'Did you mean github'],
		['gogle', 'Did you mean google'],
		['Keycloack', 'Did you mean keycloak?'],
		['mircosoft', 'microsoft-entra-id'],
		['magiclnk', 'nodemailer'],
		['zzzzzz', 'for example github or google'],
		['', 'for example github or google'],
		['!!', 'for example github or google'],
		['__proto__', 'The ids are those of'],
		['constructor', 'The ids are those of'],
	])('"%s": the nearest names', (id, hint) => {
		expect(() => findProviders([id], providers)).toThrow(
			expect.objectContaining({
				code: 'AG_PROVIDER_UNKNOWN',
				exitCode: 2,
				hint: expect.stringContaining(hint),
			}),
		);
	});

	test.each([
		['nodemailer', 'database adapter'],
		['resend', 'database adapter'],
		['passkey', 'database adapter'],
		['netsuite', 'accountID, userinfo'],
	])('%s is not for init', (id, reason) => {
		expect(() => findProviders([id])).toThrow(
			expect.objectContaining({
				code: 'AG_PROVIDER_UNSUPPORTED',
				exitCode: 2,
				message: expect.stringContaining(reason),
				hint: expect.stringContaining(`authgraft add-provider ${id}`),
			}),
		);
		expect(ids(id)).toEqual([id]);
	});

	test('init sets up all that ask for nothing but variables', () => {
		const refused = catalogue.filter((one) => notYet(one)).map(({ id }) => id);
		const mailers = catalogue.filter(({ type }) => type === 'email').map(({ id }) => id);
		expect(refused.toSorted()).toEqual([...mailers, 'netsuite', 'passkey', 'webauthn'].toSorted());
		expect(notYet(development)).toBeUndefined();
	});
});

test('the popular ones are providers that init sets up', () => {
	expect(ids(...popular)).toEqual(popular);
	expect(popular.filter((id) => notYet(fact(id)) || fact(id).deprecated)).toEqual([]);
});

describe('variables', () => {
	const names = (id: string, own?: string) => providerOptions(fact(id), own).map(({ variable }) => variable);

	test('are named as the core and the runtime read them', () => {
		expect(names('github')).toEqual(['AUTH_GITHUB_ID', 'AUTH_GITHUB_SECRET']);
		expect(names('duende-identity-server6')).toEqual([
			'AUTH_DUENDE_IDENTITY_SERVER6_ID',
			'AUTH_DUENDE_IDENTITY_SERVER6_SECRET',
			'AUTH_DUENDE_IDENTITY_SERVER6_ISSUER',
		]);
		expect(names('ory-hydra')).toEqual(['AUTH_HYDRA_ID', 'AUTH_HYDRA_SECRET', 'AUTH_HYDRA_ISSUER']);
		expect(names('keycloak', 'staff-login')).toEqual([
			'AUTH_STAFF_LOGIN_ID',
			'AUTH_STAFF_LOGIN_SECRET',
			'AUTH_STAFF_LOGIN_ISSUER',
		]);
		expect(names('nodemailer')).toEqual(['AUTH_NODEMAILER_SERVER', 'AUTH_NODEMAILER_FROM']);
		expect(names('resend')).toEqual(['AUTH_RESEND_KEY', 'AUTH_RESEND_FROM']);
		expect(names('loops')).toEqual(['AUTH_LOOPS_KEY', 'AUTH_LOOPS_TRANSACTIONAL_ID']);
		for (const id of ['development', 'credentials', 'passkey', 'webauthn']) expect(names(id)).toEqual([]);
	});

	test('all of them are names that every env file and shell takes, none twice in a provider', () => {
		for (const one of catalogue) {
			const all = providerOptions(one).map(({ variable }) => variable);
			expect(all.filter((name) => !/^AUTH_[A-Z0-9_]+$/.test(name))).toEqual([]);
			expect(new Set(all).size, one.id).toBe(all.length);
		}
	});

	// Templates put them between quotes, and env files behind a `#`.
	test('descriptions end no string and no comment', () => {
		const all = catalogue.flatMap((one) => providerVariables(one).map(({ description }) => description));
		expect(all.filter((text) => !/^[\w .,:;!&()<>/@+-]+$/.test(text))).toEqual([]);
		expect(all.length).toBeGreaterThan(200);
	});

	test('secrets are marked, so that nobody sees them typed', () => {
		const secrets = catalogue.flatMap((one) =>
			providerOptions(one).flatMap(({ variable, option }) => (option.secret ? [variable] : [])),
		);
		const shouldBe = catalogue.flatMap((one) =>
			providerOptions(one).flatMap(({ variable }) =>
				/_(?:SECRET|KEY|SERVER)$/.test(variable) ? [variable] : [],
			),
		);
		expect(secrets).toEqual(shouldBe);
		expect(secrets.length).toBeGreaterThan(100);
	});

	test('an own id shows in what is written about them, once it is one', () => {
		expect(providerVariables(fact('keycloak'))).toEqual([
			{ name: 'AUTH_KEYCLOAK_ID', description: 'Keycloak: client id' },
			{ name: 'AUTH_KEYCLOAK_SECRET', description: 'Keycloak: client secret' },
			{
				name: 'AUTH_KEYCLOAK_ISSUER',
				description: 'Keycloak: issuer URL (https://<host>/realms/<realm>)',
			},
		]);
		expect(providerVariables(fact('keycloak'), 'staff')[0]).toEqual({
			name: 'AUTH_STAFF_ID',
			description: 'Keycloak (staff): client id',
		});
	});

	test('what only few need and only code can give is neither asked for nor declared', () => {
		expect(names('gitlab')).toEqual(['AUTH_GITLAB_ID', 'AUTH_GITLAB_SECRET']);
		expect(rareOptions(fact('gitlab')).map(({ name }) => name)).toEqual(['baseUrl']);
		expect(rareOptions(fact('mailgun'))).toEqual([
			expect.objectContaining({ name: 'region', values: ['US', 'EU'] }),
		]);
		expect(rareOptions(fact('github'))).toEqual([]);
	});
});
