import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { expectFailure, expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import type { Files, Host } from './support/host.ts';
import { differences } from './support/tree.ts';

/* What some providers need besides two variables: a database, packages, options of the configuration and of the host. */

const run = async (host: Host, ...args: string[]) => {
	const result = await host.run(...args, '--yes', '--no-install');
	expect(result.exit, result.stderr).toBe(0);
	return result;
};

/** A host of ours with an adapter, as a person adds one by hand. */
async function withAdapter(fixture: string, session = '', files: Files = {}): Promise<Host> {
	const host = await graftedHost(fixture, {
		...files,
		'src/adapter.ts': 'export const adapter = {} as never;\n',
	});
	const text = host.read('src/auth.ts');
	const semicolon = `import { adapter } from './adapter';\n`;
	host.write({
		'src/auth.ts': `${semicolon}${text.replace(/^(\s+)pages: \{/m, `$1adapter,\n${session}$1pages: {`)}`,
	});
	expect(host.read('src/auth.ts')).toContain('adapter,\n');
	return host;
}

const dependencies = (host: Host): Record<string, string> =>
	JSON.parse(host.read('package.json')).dependencies;

describe.concurrent('e-mail and passkeys', () => {
	test.for(['nodemailer', 'resend', 'email', 'passkey', 'webauthn'])('%s without adapter', async (id) => {
		const host = await graftedHost('sveltekit3');
		await expectRefusal(host, ['add-provider', 'github', id, '--yes'], {
			exit: 1,
			code: 'AG_PROVIDER_NEEDS_ADAPTER',
			says: ['src/auth.ts', '`adapter`'],
		});
	});

	test.for(['sveltekit3', 'solidstart2'])('nodemailer with one, in %s', async (fixture) => {
		const host = await withAdapter(fixture);
		const before = host.tree();
		const text = host.read('src/auth.ts');
		const { stderr } = await run(host, 'add-provider', 'nodemailer');
		expect(host.read('src/auth.ts')).toMatch(/\n\s+Nodemailer\n\s+\]/);
		expect(dependencies(host).nodemailer).toMatch(/^\^\d+\./);
		expect(parse(host.read('.env'))).toMatchObject({ AUTH_NODEMAILER_SERVER: '', AUTH_NODEMAILER_FROM: '' });
		// Nobody is sent back, so there is nothing to register.
		expect(stderr).not.toContain('/callback/nodemailer');
		await run(host, 'remove-provider', 'nodemailer', '--variables');
		expect(host.read('src/auth.ts')).toBe(text);
		const left = differences(before, host.tree()).filter((line) => !line.includes('.authgraft'));
		expect(left).toEqual(['~ package.json']);
	});

	test.for(['sveltekit3', 'sveltekit2', 'solidstart2', 'solidstart1'])(
		'passkey with one, in %s',
		async (fixture) => {
			const host = await withAdapter(fixture);
			const signInPage = fixture.startsWith('sveltekit')
				? 'src/routes/signin/+page.svelte'
				: 'src/routes/signin.tsx';
			const page = host.read(signInPage);
			await run(host, 'add-provider', 'passkey');
			expect(host.read('src/auth.ts')).toMatch(/experimental: \{ enableWebAuthn: true \}/);
			expect(host.read('src/auth.ts')).toMatch(/\n\s+Passkey\n\s+\]/);
			for (const name of ['@simplewebauthn/browser', '@simplewebauthn/server'])
				expect(dependencies(host)[name]).toMatch(/^\^\d+\./);
			expect(page).not.toMatch(/passkey/i);
			expect(host.read(signInPage)).toMatch(/passkey/i);
			const after = host.tree();
			const { stderr } = await run(host, 'add-provider', 'passkey');
			expect(stderr).toContain('Nothing to do');
			expect(host.tree()).toEqual(after);
			await run(host, 'remove-provider', 'passkey');
			expect(host.read(signInPage)).toBe(page);
			expect(host.read('src/auth.ts')).not.toContain('Passkey');
		},
	);

	test('packages that are there already stay as they are', async () => {
		const host = await withAdapter('sveltekit3');
		host.edit('package.json', '"dependencies": {', '"dependencies": {\n\t\t"nodemailer": "7.0.9",');
		const before = host.read('package.json');
		await run(host, 'add-provider', 'nodemailer');
		expect(host.read('package.json')).toBe(before);
	});
});

describe.concurrent('apple, which posts its answer', () => {
	const origin = 'https://appleid.apple.com';

	test.for([
		['sveltekit3', 'vite.config.ts'],
		['sveltekit2', 'vite.config.ts'],
		['sveltekit2-classic', 'svelte.config.js'],
	] as const)('%s lets it: %s', async ([fixture, config]) => {
		const host = await graftedHost(fixture);
		// The fixture asks for ^2.16.0, whose newest is installed in real projects.
		if (fixture === 'sveltekit2-classic')
			host.write({ 'node_modules/@sveltejs/kit/package.json': '{ "version": "2.70.4" }' });
		const before = host.read(config);
		expect(before).not.toContain('trustedOrigins');
		await run(host, 'add-provider', 'apple');
		expect(host.read(config).replace(/\s+/g, ' ')).toMatch(
			/csrf: \{ trustedOrigins: \[ ?'https:\/\/appleid\.apple\.com' ?\] \}/,
		);
		const after = host.tree();
		await run(host, 'add-provider', 'apple');
		expect(host.tree()).toEqual(after);
		const { stderr } = await run(host, 'remove-provider', 'apple');
		expect(stderr).toContain(origin);
		expect(host.read('src/auth.ts')).not.toContain('Apple');
	});

	test('origins that are trusted already stay', async () => {
		const host = await graftedHost('sveltekit3');
		host.edit(
			'vite.config.ts',
			'sveltekit({',
			"sveltekit({ csrf: { trustedOrigins: ['https://pay.example'] },",
		);
		await run(host, 'add-provider', 'apple');
		expect(host.read('vite.config.ts')).toContain(`trustedOrigins: ['https://pay.example', '${origin}']`);
	});

	test('a SvelteKit that knows no such option: refused', async () => {
		const host = await graftedHost('sveltekit2-svelte4');
		const before = host.tree();
		const result = await host.run('add-provider', 'apple', '--yes');
		expectFailure(result, { exit: 1, code: 'AG_REFUSED', says: ['svelte.config.js'] });
		expect(result.stderr).toContain('2.36.0');
		expect(result.stderr).toContain('upgrade @sveltejs/kit');
		// That version rejects the option, so it is nothing to paste.
		expect(result.stderr).not.toContain('Paste');
		expect(host.tree()).toEqual(before);
	});

	test('SolidStart needs nothing', async () => {
		const host = await graftedHost('solidstart2');
		const before = host.tree();
		await run(host, 'add-provider', 'apple');
		const changed = differences(before, host.tree()).filter((line) => !line.includes('.authgraft'));
		expect(changed).toEqual(['~ .env', '~ .env.example', '~ src/auth.ts']);
	});
});
