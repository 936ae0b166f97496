import { createComponent } from 'solid-js';
import { isServer, renderToString } from 'solid-js/web';
import { describe, expect, test } from 'vitest';
import { SolidAuth } from './auth.js';
import { SignIn, type SignInProps, SignOut, type SignOutProps } from './components.js';
import { makeConfig, makeEvent } from './testing/fixtures.test.helper.js';

/** What the server sends, without the marks for hydration. */
const plain = (html: string) => html.replace(/ data-hk="?[\w-]+"?/g, '').replace(/ +(?=\/?>)/g, '');
const signIn = (props: SignInProps = {}) => plain(renderToString(() => createComponent(SignIn, props)));
const signOut = (props: SignOutProps = {}) => plain(renderToString(() => createComponent(SignOut, props)));

test('this is Solid’s server build', () => {
	expect(isServer).toBe(true);
});

describe('SignIn', () => {
	test('a plain form to the provider’s endpoint', () => {
		expect(signIn({ provider: 'github', options: { redirectTo: '/x?a=1&b="2"' } })).toBe(
			'<form method="post" action="/api/auth/signin/github">' +
				'<input type="hidden" name="callbackUrl" value="/x?a=1&amp;b=&quot;2&quot;"/>' +
				'<button type="submit">Sign in</button></form>',
		);
	});
	test('without a provider it leads to the sign-in page', () => {
		expect(signIn({ options: { redirectTo: '/x' } })).toBe(
			'<form method="get" action="/api/auth/signin">' +
				'<input type="hidden" name="redirectTo" value="/x"/><button type="submit">Sign in</button></form>',
		);
		expect(signIn({ signInPage: '/login' })).toBe(
			'<form method="get" action="/login"><button type="submit">Sign in</button></form>',
		);
	});
	test('another base path, odd ids, authorization parameters', () => {
		const html = signIn({
			provider: 'a/b',
			basePath: '/app/auth/',
			authorizationParams: { login_hint: 'ada@example.com', prompt: 'login' },
		});
		expect(html).toContain('action="/app/auth/signin/a%2Fb?login_hint=ada%40example.com&amp;prompt=login"');
	});
	test('fields of one’s own; `redirect` is nothing that a plain form can do', () => {
		const html = signIn({ provider: 'nodemailer', options: { email: 'ada@example.com', redirect: 'false' } });
		expect([...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, ...pair]) => pair)).toEqual([
			['email', 'ada@example.com'],
		]);
	});
	test('fault 18: the button, the form and what stands in them are the page’s to style', () => {
		expect(
			signIn({
				provider: 'github',
				class: 'wide',
				'aria-label': 'Sign in with GitHub',
				button: { class: 'primary', disabled: true },
				submitButton: () => 'With GitHub',
			}),
		).toBe(
			'<form class="wide " aria-label="Sign in with GitHub" method="post" action="/api/auth/signin/github">' +
				'<button class="primary " disabled type="submit">With GitHub</button></form>',
		);
		expect(signIn({ provider: 'credentials', children: 'fields and a button' })).toBe(
			'<form method="post" action="/api/auth/signin/credentials">fields and a button</form>',
		);
	});
	test('what is not typed does not replace what makes it work', () => {
		const odd = { action: 'https://evil.example', method: 'get' } as object;
		const html = signIn({ provider: 'github', ...odd });
		expect(html).toContain('<form action="/api/auth/signin/github" method="post">');
		expect(html).not.toContain('evil.example');
	});
	test('markup in texts is text', () => {
		const html = signIn({
			provider: '"><script>',
			submitButton: '<b>',
			options: { redirectTo: '"><script>' },
		});
		expect(html).toContain('value="&quot;><script>"/><button type="submit">&lt;b></button>');
	});
});

test('SignOut', () => {
	expect(signOut({ options: { redirectTo: '/bye' }, submitButton: 'Leave' })).toBe(
		'<form method="post" action="/api/auth/signout"><input type="hidden" name="callbackUrl" value="/bye"/>' +
			'<button type="submit">Leave</button></form>',
	);
	expect(signOut({ basePath: '/auth' })).toBe(
		'<form method="post" action="/auth/signout"><button type="submit">Sign out</button></form>',
	);
	expect(signOut({ signOutPage: '/signout', options: { redirectTo: '/bye' } })).toBe(
		'<form method="get" action="/signout"><input type="hidden" name="redirectTo" value="/bye"/>' +
			'<button type="submit">Sign out</button></form>',
	);
});

test('every element carries a key for hydration, each its own', () => {
	const html = renderToString(() => createComponent(SignIn, { provider: 'x', options: { redirectTo: '/' } }));
	const keys = [...html.matchAll(/<(\w+) data-hk="?([\w-]+)"?/g)].map(([, tag, key]) => [tag, key]);
	expect(keys.map(([tag]) => tag)).toEqual(['form', 'input', 'button']);
	expect(new Set(keys.map(([, key]) => key)).size).toBe(3);
});

test('the endpoints take what the forms send', async () => {
	const html = signIn({ provider: 'credentials', options: { redirectTo: '/x', username: 'ada' } });
	const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
	const fields = Object.fromEntries(
		[...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
	);
	const event = makeEvent(action, { form: { ...fields, password: 'secret' } });
	const response = (await SolidAuth(makeConfig()).POST(event)) as Response;
	expect([response.status, response.headers.get('location')]).toEqual([302, 'http://localhost:3000/x']);
	expect(response.headers.getSetCookie().join()).toContain('authjs.session-token=ey');
});
