import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue, catalogueVersion } from '../catalogue.ts';
import { withHandFacts } from '../hand-facts.ts';
import { deriveFacts, listModules } from './index.ts';

const core = dirname(createRequire(import.meta.url).resolve('@auth/core'));
const folder = join(core, 'providers');
const { version, peerDependencies } = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8'));

type Values = Record<string, unknown>;
type Factory = (options: Values) => Values;
const factoryOf = async (module: string): Promise<Factory> =>
	(await import(`@auth/core/providers/${module}`)).default;

/** The core's own rule: an issuer, or all three endpoints; a URL that is built from nothing is none. */
function isComplete(provider: Values): boolean {
	const options = provider.options as Values | undefined;
	const endpoints = ['authorization', 'token', 'userinfo'].map((name) => {
		const endpoint = options?.[name] ?? provider[name];
		if (typeof endpoint === 'string') return endpoint;
		const { url, request } = (endpoint ?? {}) as { url?: string; request?: unknown };
		// The runtime gives Todoist's a URL.
		return url ?? (request ? 'by request' : undefined);
	});
	if (endpoints.join().includes('undefined')) return false;
	return Boolean(provider.issuer ?? options?.issuer ?? endpoints.every((url) => url));
}

/** Factories that refuse to start without this. */
const server = 'smtp://127.0.0.1';

describe('the catalogue against the installed core', () => {
	// Fails when a new core brings, drops or changes a provider: then `node scripts/derive-providers.mjs`.
	test('is what its modules say', async () => {
		expect(catalogueVersion).toBe(version);
		expect(catalogue.map(({ module }) => module)).toEqual(listModules(folder));
		const { facts, failed } = await deriveFacts(folder);
		expect(failed).toEqual([]);
		const known = { peers: peerDependencies, modules: new Set(listModules(folder)) };
		expect(facts.map((fact) => withHandFacts(fact, known))).toEqual(catalogue);
	});

	test('an issuer is asked for where the core would refuse to start without, and nowhere else', async () => {
		const wrong: string[] = [];
		for (const { module, id, issuer, type, options } of catalogue) {
			if (type !== 'oauth' && type !== 'oidc') continue;
			const needed = (options ?? []).filter(({ required }) => required);
			const given = Object.fromEntries(needed.map(({ name }) => [name, 'https://given.example']));
			const factory = await factoryOf(module);
			const without = isComplete(factory({ clientId: 'c', ...given }));
			const withIssuer = isComplete(factory({ clientId: 'c', ...given, issuer: 'https://i.example' }));
			if (!withIssuer || without === Boolean(issuer)) wrong.push(id);
		}
		expect(wrong).toEqual([]);
	});

	test('options that only code gives are what the factory reads, or what the provider takes over from them', async () => {
		const inCode = catalogue.flatMap(({ module, options }) =>
			(options ?? []).filter((one) => one.inCode).map(({ name }) => ({ module, name })),
		);
		expect(inCode.length).toBeGreaterThan(9);
		for (const { module, name } of inCode) {
			if (name === 'userinfo') continue;
			const read = new Set<PropertyKey>();
			const factory = await factoryOf(module);
			factory(
				new Proxy<Record<string, unknown>>(
					{},
					{
						get: (_, key) => {
							read.add(key);
							return undefined;
						},
					},
				),
			);
			expect([...read], `${module}: ${name}`).toContain(name);
		}
	});

	// NetSuite's module has no such URL, so the core takes the one among the options.
	test('NetSuite hands its options on', async () => {
		const options = { accountID: '1', userinfo: 'https://restlet.example' };
		expect((await factoryOf('netsuite'))(options).options).toMatchObject(options);
	});

	test('mailers read what their variables are for', async () => {
		const mailers = catalogue.filter(({ type }) => type === 'email');
		const modules = [
			'email',
			'forwardemail',
			'loops',
			'mailgun',
			'nodemailer',
			'postmark',
			'resend',
			'sendgrid',
		];
		expect(mailers.map(({ module }) => module)).toEqual(modules);
		for (const { module, options } of mailers) {
			const names = options?.map(({ name }) => name) ?? [];
			expect(names, module).not.toEqual([]);
			const text = readFileSync(join(folder, `${module === 'email' ? 'nodemailer' : module}.js`), 'utf8');
			for (const name of names.filter((one) => one !== 'region'))
				expect(text, `${module}: ${name}`).toContain(`provider.${name}`);
			expect((await factoryOf(module))({ server }).type).toBe('email');
		}
	});
});
