import { expect, test } from 'vitest';
import { stageSignInPage } from '../add-provider/sign-in-page.ts';
import { signInPageText } from '../add-provider/sign-in-page-text.ts';
import { Staging } from '../changes/index.ts';
import { hostStyle } from '../changes/style.ts';
import { hostOf, withFiles } from '../look/pages.testing.ts';
import { signInPageWithAccounts } from './sign-in-page.ts';

const hosts = ['sveltekit3', 'sveltekit2-svelte4', 'solidstart2', 'solidstart1-js'];

async function pageIn(name: string, passkeys: boolean) {
	const host = await hostOf(name);
	const context = { host, style: hostStyle(host) };
	const path = name.startsWith('svelte')
		? 'src/routes/signin/+page.svelte'
		: `src/routes/signin.${host.language}x`;
	const request = { look: 'tailwind' as const, path, authModule: () => '../auth', ids: ['github'] };
	return { context, request, content: signInPageText(host, '../auth', context.style, passkeys) };
}

test.each(hosts.flatMap((name) => [true, false].map((passkeys) => [name, passkeys] as const)))(
	'%s: a page as `init` left it gets links and marks (passkeys: %s)',
	async (name, passkeys) => {
		const { context, request, content } = await pageIn(name, passkeys);
		const made = signInPageWithAccounts(context, content, request);
		expect(made?.text).toMatch(/<ProviderMark id=\{provider\.id\}/);
		expect(made?.text).toMatch(/Forgot your password\?/);
		expect(made?.text).toMatch(/Sign up/);
		expect(/onPasskey/.test(made?.text ?? '')).toBe(passkeys);
		expect(made?.marks.text).toMatch(/M12 \.3a12 12/);
		expect(made?.marks.text).not.toMatch(/google/);
	},
);

test('a page that somebody has changed is left alone', async () => {
	const { context, request, content } = await pageIn('sveltekit3', false);
	const changed = content.replace('Sign in</h1>', 'Welcome</h1>');
	expect(signInPageWithAccounts(context, changed, request)).toBeUndefined();
});

test.each(hosts)(
	'%s: a provider that comes later gets its mark, and passkeys get their buttons',
	async (name) => {
		const { context, request, content } = await pageIn(name, false);
		const { path, authModule, ids } = request;
		const made = signInPageWithAccounts(context, content, request);
		if (!made) throw new Error('The page is not known');
		const host = withFiles(context.host, { [path]: made.text, [made.marks.path]: made.marks.text });
		const staging = new Staging(host);
		stageSignInPage(staging, host, {
			...{ authModule, ids, names: { github: 'GitHub' }, signInPage: undefined },
			added: [
				{ id: 'google', name: 'Google', type: 'oidc' },
				{ id: 'passkey', name: 'Passkey', type: 'webauthn' },
			],
		});
		const after = Object.fromEntries(
			staging.changes().map((change) => [change.path, 'after' in change ? change.after : '']),
		);
		expect(after[path]).toMatch(/onPasskey/);
		expect(after[made.marks.path]).toMatch(/github: \{[\s\S]*google: \{/);
	},
);
