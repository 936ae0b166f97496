import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from 'svelte/compiler';
import { render } from 'svelte/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAuth, makeEvent } from '../testing/fixtures.test.helper.js';
import { actionOf, asksForEmail, hiddenFields } from './form.js';

let folder: string;
let count = 0;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'authgraft-components-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Compiles a component as hosts do, and says where its module is. `runes: true` is what some hosts force. */
async function compiled(source: string, runes?: boolean): Promise<string> {
	const { js, warnings } = compile(source, { generate: 'server', filename: 'X.svelte', runes });
	expect(warnings.map(({ code }) => code)).toEqual([]);
	const file = join(folder, `${count++}.js`);
	const form = new URL('./form.ts', import.meta.url).href;
	const code = js.code
		.replace(/(from |import )'(svelte[^']*)'/g, (_, start, name) => `${start}'${import.meta.resolve(name)}'`)
		.replace(/'(\.\.?\/)+form\.js'/, `'${form}'`);
	await writeFile(file, code);
	return pathToFileURL(file).href;
}

const known = new Map<string, Promise<string>>();

/** Where one of our components is, compiled once. */
function ours(name: string, path: string, runes?: boolean): Promise<string> {
	const key = `${path}/${name} ${runes}`;
	const source = () => readFile(new URL(`${path}/${name}.svelte`, import.meta.url), 'utf8');
	const found = known.get(key) ?? source().then((text) => compiled(text, runes));
	known.set(key, found);
	return found;
}

/** What the server sends for a page that uses both components, without the marks for hydration. */
async function show(markup: string, path = '.', runes?: boolean): Promise<string> {
	const [signIn, signOut] = await Promise.all(['SignIn', 'SignOut'].map((name) => ours(name, path, runes)));
	const script = `<script>import SignIn from '${signIn}'; import SignOut from '${signOut}';</script>`;
	const { default: Page } = await import(await compiled(script + markup));
	return render(Page)
		.body.replace(/<!--.*?-->/g, '')
		.replace(/\s+/g, ' ')
		.trim();
}
const hidden = (html: string) =>
	[...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, ...pair]) => pair);

describe.each([
	['Svelte 5', '.', undefined],
	['Svelte 5 where the host forces runes', '.', true],
	['the ones for Svelte 4, compiled by 5', './svelte4', undefined],
])('%s', (_, path, runes) => {
	const page = (markup: string) => show(markup, path, runes);

	test('a plain form that posts to the action, and no link', async () => {
		const html = await page(`<SignIn provider="github" options={{ redirectTo: '/x?a=1' }} />`);
		expect(html).toBe(
			'<form class="signInButton" method="POST" action="/signin">' +
				'<input type="hidden" name="providerId" value="github"/>' +
				'<input type="hidden" name="redirectTo" value="/x?a=1"/>' +
				' <button type="submit">Sign in</button></form>',
		);
		expect(await page('<SignOut />')).toBe(
			'<form class="signOutButton" method="POST" action="/signout"> <button type="submit">Sign out</button></form>',
		);
	});
	test('fault 38: without a provider it is a form, too: a router follows links and GET forms, not this', async () => {
		const html = await page('<SignIn />');
		expect(html).toContain('<form class="signInButton" method="POST" action="/signin">');
		expect(html).not.toContain('<a ');
	});
	test('fault 18: redirectTo and redirect are two fields, and false is not nothing', async () => {
		expect(hidden(await page(`<SignIn options={{ redirectTo: '/x', redirect: false }} />`))).toEqual([
			['redirectTo', '/x'],
			['redirect', 'false'],
		]);
		expect(hidden(await page('<SignOut options={{ redirect: false }} />'))).toEqual([['redirect', 'false']]);
		expect(hidden(await page('<SignIn options={{ redirectTo: undefined }} />'))).toEqual([]);
	});
	test('fault 18: the form and the button take attributes', async () => {
		const html = await page(
			`<SignIn provider="github" class="wide" id="in" button={{ class: 'primary', 'aria-label': 'Go' }} />`,
		);
		expect(html).toContain('<form class="wide" id="in" method="POST" action="/signin">');
		expect(html).toContain('<button class="primary" aria-label="Go" type="submit">');
		expect(await page('<SignOut className="mine" />')).toContain('class="signOutButton mine"');
	});
	test('fault 18: the base path of the application is kept', async () => {
		expect(await page('<SignIn signInPage="/app/signin" />')).toContain('action="/app/signin"');
		expect(await page('<SignOut signOutPage="../signout" />')).toContain('action="../signout"');
	});
	test('what is not typed does not replace what makes it work', async () => {
		const html = await page(`<SignIn {...{ action: 'https://evil.example', method: 'get' }} />`);
		expect(html).toContain('action="/signin" method="POST">');
		expect(html).not.toContain('evil.example');
	});
	test('slots of the predecessor', async () => {
		const html = await page(
			'<SignIn provider="credentials"><input slot="credentials" name="password" /><b slot="submitButton">Go</b></SignIn>',
		);
		expect(html).toContain('name="password"');
		expect(html).toContain('<b slot="submitButton">Go</b></button>');
		expect(await page('<SignOut><b slot="submitButton">Bye</b></SignOut>')).toContain('Bye</b></button>');
		const resend = await page('<SignIn provider="resend" />');
		expect(resend).toContain('<input type="email" name="email" autocomplete="email" required=""/>');
		expect(await page(`<SignIn provider="resend" options={{ email: 'a@b.c' }} />`)).not.toContain(
			'type="email"',
		);
		expect(await page('<SignIn provider="resend"><i slot="email">mine</i></SignIn>')).toContain('mine</i>');
	});
	test('snippets, where there are some', async () => {
		const html = await page('<SignIn>{#snippet submitButton()}<b>Go</b>{/snippet}</SignIn>');
		expect(html).toContain('<button type="submit"><b>Go</b></button>');
		expect(await page('<SignOut>{#snippet submitButton()}Bye{/snippet}</SignOut>')).toContain(
			'>Bye</button>',
		);
	});
	test('content of one’s own stands instead of the button', async () => {
		const html = await page('<SignIn provider="ldap"><button class="mine">Log in</button></SignIn>');
		expect(html).toMatch(/value="ldap"\/> <button class="mine">Log in<\/button><\/form>$/);
	});
	test('authorization parameters, and fields with odd names and values', async () => {
		const html = await page(
			`<SignIn authorizationParams={{ prompt: 'login', login_hint: 'a&b' }} options={{ ['__proto__']: '"><i>', constructor: 'x' }} />`,
		);
		expect(hidden(html)).toEqual([
			['authorizationParams', 'prompt=login&amp;login_hint=a%26b'],
			['__proto__', '&quot;>&lt;i>'],
			['constructor', 'x'],
		]);
		expect(hidden(await page('<SignIn authorizationParams="prompt=login" />'))).toEqual([
			['authorizationParams', 'prompt=login'],
		]);
	});
});

test('the action takes what the form sends', async () => {
	const html = await show(
		`<SignIn provider="credentials" options={{ redirectTo: '/x', redirect: false, username: 'ada' }} />`,
	);
	const form = { ...Object.fromEntries(hidden(html)), password: 'secret' };
	const { signIn } = makeAuth();
	expect(await signIn(makeEvent('/signin', { form }))).toEqual({ ok: true, url: '/x' });
});

test.each([
	['signin', '/signin'],
	['auth/login', '/auth/login'],
	['/app/signin', '/app/signin'],
	['./signin', './signin'],
	['?/signIn', '?/signIn'],
	['https://accounts.example/signin', 'https://accounts.example/signin'],
	['javascript:alert(1)', '/javascript:alert(1)'],
])('actionOf(%j)', (page, action) => {
	expect(actionOf(page)).toBe(action);
});

test('options as FormData, as the predecessor takes them', () => {
	const options = new FormData();
	options.set('redirectTo', '/x');
	options.set('email', 'ada@example.com');
	options.set('picture', new Blob(['x']), 'x.png');
	expect(hiddenFields(options, 'resend')).toEqual([
		['providerId', 'resend'],
		['redirectTo', '/x'],
		['email', 'ada@example.com'],
	]);
	expect(asksForEmail('resend', options)).toBe(false);
});
