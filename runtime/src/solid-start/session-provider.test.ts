import { createComponent, type JSX, Suspense } from 'solid-js';
import { isServer, renderToStringAsync } from 'solid-js/web';
import { provideRequestEvent } from 'solid-js/web/storage';
import { describe, expect, test } from 'vitest';
import { signIn } from './actions.js';
import { createSession, SessionProvider, type SessionProviderProps, useAuth } from './components.js';
import { authMiddleware } from './middleware.js';
import {
	cookieName,
	fromClient,
	html,
	makeConfig,
	makeEvent,
	thrownBy,
	token,
} from './testing/fixtures.test.helper.js';

type Show = () => JSX.Element;
const showAuth: Show = () => {
	const { status, session } = useAuth();
	return (() => `${status()}:${session()?.user?.name ?? '-'}.`) as unknown as JSX.Element;
};
const showResource: Show = () => {
	const session = createSession();
	return (() => `${session()?.user?.name ?? String(session())}.`) as unknown as JSX.Element;
};

/** A page as the server sends it. */
function page(
	event: object,
	show: Show,
	props: SessionProviderProps = {},
	boundary = false,
): Promise<string> {
	const children = {
		get children() {
			return boundary
				? createComponent(Suspense, {
						get children() {
							return createComponent(show, {});
						},
					})
				: createComponent(show, {});
		},
	};
	const code = () =>
		createComponent(
			SessionProvider,
			Object.defineProperties({ ...props }, Object.getOwnPropertyDescriptors(children)),
		);
	return provideRequestEvent(event as never, () => renderToStringAsync(code));
}

/** The event of a page view behind the middleware. */
async function seen(cookies: Record<string, string> = {}, config = makeConfig()) {
	const event = makeEvent('/', { cookies, headers: html });
	await authMiddleware(config)(event);
	return { event, config };
}
const ada = async () => ({ [cookieName]: await token({ name: 'Ada' }) });

test('this is Solid’s server build', () => {
	expect(isServer).toBe(true);
});

describe('on the server, behind authMiddleware', () => {
	test('the page comes with the session of the request, without a boundary, and hands it on', async () => {
		const { event } = await seen(await ada());
		const text = await page(event, showAuth);
		expect(text).toContain('authenticated:Ada.');
		expect(text).toMatch(/<script.*name:"Ada"/s);
	});
	test('nobody is nobody', async () => {
		expect(await page((await seen()).event, showAuth)).toContain('unauthenticated:-.');
		const forged = await seen({ [cookieName]: 'x' });
		expect(await page(forged.event, showAuth)).toContain('unauthenticated:-.');
	});
	test('two people at once each see themselves', async () => {
		const pages = await Promise.all(
			['Ada', 'Bob'].map(async (name) => {
				const { event } = await seen({ [cookieName]: await token({ name }) });
				return page(event, showAuth);
			}),
		);
		expect(pages.map((text) => /:(\w+)\./.exec(text)?.[1])).toEqual(['Ada', 'Bob']);
	});
	test('who signs in within the request is there, in a boundary', async () => {
		const config = makeConfig();
		const event = makeEvent('/_server', { form: {}, headers: fromClient });
		await authMiddleware(config)(event);
		await thrownBy(signIn(event, config, { providerId: 'credentials', username: 'Ada', password: 'secret' }));
		expect(await page(event, showAuth, {}, true)).toContain('authenticated:Ada.');
	});
	test('createSession is the same as a resource, with a provider around it and without', async () => {
		const { event } = await seen(await ada());
		expect(await page(event, showResource)).toContain('Ada.');
		const alone = () => createComponent(showResource, {});
		expect(await provideRequestEvent(event as never, () => renderToStringAsync(alone))).toContain('Ada.');
	});
});

test('without the middleware the page says that nobody knows yet', async () => {
	expect(await page(makeEvent('/', { cookies: await ada(), headers: html }), showAuth)).toContain(
		'loading:-.',
	);
});

test('useAuth without a provider says what is missing', () => {
	const alone = () => createComponent(showAuth, {});
	expect(() => renderToStringAsync(alone)).toThrow('<SessionProvider>');
});
