import { execFileSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogueDocument, ownCore } from '../../scripts/lib/catalogue.ts';
import { catalogue } from '../../src/generators/providers/catalogue.ts';
import { deriveInProcess } from '../../src/generators/providers/derive/process.ts';
import { readCatalogue } from '../../src/generators/providers/read-catalogue.ts';
import { installedCore, makeCore, makeHost, oauth } from './support/core.ts';
import { repository, temporary } from './support/run.ts';

/* The catalogue of a host comes from the core that the host has, whatever that one looks like. */

const own = { facts: catalogue, from: 'own' };

describe.concurrent('the core of the host decides', () => {
	test('one of our own version is not even asked', async () => {
		const { version } = await ownCore();
		const host = makeHost(version);
		host.write('github', 'throw new Error("asked")');
		expect(await host.read()).toEqual({ ...own, core: version, warnings: [] });
		expect(existsSync(dirname(host.cache))).toBe(false);
	});

	test('another version with the same modules comes to the same, though no package for e-mail is there', async () => {
		const { facts, ...rest } = await makeHost().read();
		expect(rest).toEqual({ core: '0.99.0', from: 'host', warnings: [] });
		expect(facts).toEqual(catalogue);
	});

	test('providers that came, went, changed and do not load', async () => {
		const host = makeHost();
		host.write('brand-new', oauth('brand-new'));
		host.write(
			'posting',
			oauth(
				'poster',
				"issuer: 'https://p.example/x', authorization: { params: { response_mode: 'form_post' } },",
			),
		);
		renameSync(host.module('okta'), host.module('okta-two'));
		rmSync(host.module('zoom'));
		host.write('google', readFileSync(host.module('google'), 'utf8').replace('"Google"', '"Google Two"'));
		host.write('discord', 'throw new Error("broken")');
		host.write('broken', 'export default () => { throw new Error("needs\\u001b[31m more\\nand more") }');
		host.write('odd-name', oauth('odd-name').replace("'Own'", '"*/ evil()"'));
		const { facts, warnings, from } = await host.read();
		const byModule = Object.fromEntries(facts.map((fact) => [fact.module, fact]));
		expect(from).toBe('host');
		expect(byModule['brand-new']).toEqual({
			module: 'brand-new',
			id: 'brand-new',
			name: 'Own',
			type: 'oidc',
			factory: 'Own',
			issuer: true,
		});
		expect(byModule.posting).toMatchObject({ id: 'poster', postsFrom: ['https://p.example'] });
		expect(byModule['okta-two']).toMatchObject({ id: 'okta', issuer: true });
		expect(byModule.google?.name).toBe('Google Two');
		// As we know it: that it does not load here is for the application to tell.
		expect(byModule.discord).toEqual(catalogue.find(({ id }) => id === 'discord'));
		for (const gone of ['okta', 'zoom', 'broken', 'odd-name']) expect(byModule).not.toHaveProperty(gone);
		expect(facts).toHaveLength(105);
		expect(facts.map(({ module }) => module)).toEqual(facts.map(({ module }) => module).toSorted());
		expect(warnings).toEqual([
			'The provider module broken is left out, since it does not load (needs[31m more).',
			'The provider module odd-name is left out, since it does not load (it describes itself in an unknown way).',
		]);
	});

	test('an older one has helpers among its modules, and no successor of what it has', async () => {
		const host = makeHost();
		host.write('oauth-types', 'export {}');
		host.write('helper', 'export const x = 1');
		for (const later of ['nodemailer', 'microsoft-entra-id']) rmSync(host.module(later));
		const { facts, warnings } = await host.read();
		expect(warnings).toEqual([]);
		expect(facts).toHaveLength(102);
		const deprecated = facts.filter((fact) => fact.deprecated).map(({ id }) => id);
		expect(deprecated).not.toContain('azure-ad');
		expect(deprecated).not.toContain('email');
		expect(deprecated).toContain('instagram');
	});

	// Node.js 22.12, whose `--experimental-permission` refuses them although they are named, loads no dependency of a core.
	const loads = process.allowedNodeEnvironmentFlags.has('--permission');

	test.runIf(loads)('modules whose packages are installed load them, sealed or not', async () => {
		expect((await deriveInProcess(installedCore, { timeoutMs: 60_000 })).failed).toEqual([]);
	});

	test('packages follow its peer ranges', async () => {
		const host = makeHost();
		const file = join(host.core, 'package.json');
		const peerDependencies = { nodemailer: '^9.0.0', '@simplewebauthn/server': '1; rm -rf /' };
		writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), peerDependencies }));
		const { facts } = await host.read();
		const packages = (id: string) => facts.find((fact) => fact.id === id)?.packages;
		expect(packages('nodemailer')).toEqual({ nodemailer: '^9.0.0' });
		expect(packages('passkey')).toEqual({ '@simplewebauthn/browser': '*', '@simplewebauthn/server': '*' });
	});

	test('it is found above the application, in the store of pnpm, and behind the package that brings it', async () => {
		const host = makeHost();
		const app = join(host.root, 'apps/web');
		mkdirSync(app, { recursive: true });
		expect((await readCatalogue({ root: app })).core).toBe('0.99.0');

		const root = mkdtempSync(join(temporary, 'pnpm-'));
		const store = join(root, 'node_modules/.pnpm/node_modules');
		makeCore(join(store, '@auth/core'), '0.98.0');
		const kit = join(store, '@auth/sveltekit');
		mkdirSync(kit, { recursive: true });
		writeFileSync(join(kit, 'package.json'), '{}');
		mkdirSync(join(root, 'node_modules/@auth'));
		symlinkSync(kit, join(root, 'node_modules/@auth/sveltekit'), 'dir');
		expect(await readCatalogue({ root })).toMatchObject({ core: '0.98.0', from: 'host' });
	});

	test.for([
		['nothing installed', () => {}],
		['a package.json that is none', (core: string) => writeFileSync(join(core, 'package.json'), '{')],
		[
			'a version that leads elsewhere',
			(core: string) => writeFileSync(join(core, 'package.json'), '{"version":"../../../x"}'),
		],
	] as const)('without an answer the facts are ours: %s', async ([name, spoil]) => {
		const host = makeHost();
		if (name === 'nothing installed') rmSync(join(host.root, 'node_modules'), { recursive: true });
		spoil(host.core);
		expect(await host.read()).toEqual({ ...own, core: undefined, warnings: [] });
	});
});

describe.concurrent('the cache', () => {
	const isNew = 'cached-one';

	test('answers from the second time on', async () => {
		const host = makeHost();
		const first = await host.read();
		expect(existsSync(host.cache)).toBe(true);
		expect(readdirSync(dirname(host.cache))).toHaveLength(1);
		host.write(isNew, oauth(isNew));
		expect(await host.read()).toEqual(first);
		rmSync(host.cache);
		expect((await host.read()).facts).toHaveLength(105);
	});

	test('keeps nothing while a new module does not load, since its package may come', async () => {
		const host = makeHost();
		host.write(isNew, 'import "not-installed-yet"');
		expect((await host.read()).warnings).toHaveLength(1);
		expect(existsSync(host.cache)).toBe(false);
	});

	test.for([
		['is no JSON', '{'],
		['is of another format', '{"format":0,"facts":[],"failed":[]}'],
		['is empty', '{"format":1,"facts":[],"failed":[]}'],
		[
			'holds code',
			'{"format":1,"facts":[{"module":"x","id":"x","name":"X","type":"oidc","factory":"x()"}],"failed":[]}',
		],
		['is huge', `{"format":1,"facts":[],"failed":[]}${' '.repeat(600_000)}`],
	] as const)('that %s is made anew', async ([, text]) => {
		const host = makeHost();
		mkdirSync(dirname(host.cache), { recursive: true });
		writeFileSync(host.cache, text);
		const { facts, from } = await host.read();
		expect([from, facts.length]).toEqual(['host', 104]);
		expect(JSON.parse(readFileSync(host.cache, 'utf8')).facts).toHaveLength(100);
	});

	test('that cannot be written is gone without', async () => {
		const host = makeHost();
		writeFileSync(join(host.root, 'node_modules/.cache'), 'a file');
		expect((await host.read()).facts).toHaveLength(104);
		expect(readFileSync(join(host.root, 'node_modules/.cache'), 'utf8')).toBe('a file');
	});

	test('is not written through a link that leads out of the host', async () => {
		const host = makeHost();
		const elsewhere = mkdtempSync(join(temporary, 'elsewhere-'));
		renameSync(join(host.root, 'node_modules'), join(elsewhere, 'modules'));
		symlinkSync(join(elsewhere, 'modules'), join(host.root, 'node_modules'), 'dir');
		expect((await host.read()).from).toBe('host');
		expect(existsSync(join(elsewhere, 'modules/.cache'))).toBe(false);
	});
});

test('the built command has the program that asks', () => {
	const program = join(repository, 'dist/cli/derive-providers.js');
	const stdout = execFileSync(process.execPath, [program, join(installedCore, 'providers')], {
		encoding: 'utf8',
		env: {},
	});
	const line = stdout.split('\n').find((text) => text.startsWith('authgraft-providers:')) ?? '';
	const { facts, failed } = JSON.parse(line.slice('authgraft-providers:'.length));
	expect([facts.length, failed]).toEqual([104, []]);
});

test('docs/providers.md is what the catalogue says', async () => {
	const { version, facts } = await ownCore();
	expect(readFileSync(join(repository, 'docs/providers.md'), 'utf8')).toBe(
		await catalogueDocument(version, facts),
	);
});
