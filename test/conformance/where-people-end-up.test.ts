import GitHub from '@auth/core/providers/github';
import { describe, expect, test } from 'vitest';
import { send, victim } from './security/attack.ts';
import { integrations } from './support/application.ts';

const providers = [GitHub({ clientId: 'id', clientSecret: 'secret' })];
const pages = { signIn: '/signin' };
/** What the core left when the sign-in began. */
const wanted = (url: string) => `authjs.callback-url=${encodeURIComponent(url)}`;
const origin = 'http://localhost:3000';

describe.each(integrations)('signing out by a plain form: %s', (integration) => {
	test.each<[string, Record<string, string>, string, string, string]>([
		['nothing', {}, '', '', '/'],
		['nothing, below a base', {}, '', '/app', '/app'],
		['callbackUrl', { callbackUrl: '/bye' }, '', '', '/bye'],
		['redirectTo', { redirectTo: '/bye' }, '', '', '/bye'],
		['redirectTo in the address', {}, '?redirectTo=/bye', '', '/bye'],
		['callbackUrl in the address', {}, '?callbackUrl=/bye', '', '/bye'],
		['another site', { redirectTo: 'https://evil.example/' }, '', '', '/'],
	])('%s', async (_, fields, search, base, location) => {
		const app = victim(integration, { providers, pages }, { base });
		const cookie = wanted(`${origin}${base}/account`);
		const response = await send(app, `${app.basePath}/signout${search}`, { fields, cookie });
		const { pathname } = new URL(response.headers.get('location') ?? '', origin);
		expect(pathname).toBe(location);
	});
});

describe.each(integrations)('after "no" at the provider: %s', (integration) => {
	test.each<[string, string, string | null]>([
		['the wanted page', wanted(`${origin}/account?tab=1`), '/account?tab=1'],
		['the home page, which everybody goes to', wanted(origin), null],
		['no cookie', '', null],
		['another site', wanted('https://evil.example/x'), null],
		['a script', wanted('javascript:alert(1)'), null],
	])('%s', async (_, cookie, redirectTo) => {
		const app = victim(integration, { providers, pages });
		const path = `${app.basePath}/callback/github?error=access_denied`;
		const { headers } = await send(app, path, { cookie });
		const url = new URL(headers.get('location') ?? '', origin);
		expect(url.pathname).toBe('/signin');
		expect(url.searchParams.get('error')).toBe('OAuthCallbackError');
		expect(url.searchParams.get('redirectTo')).toBe(redirectTo);
	});
});
