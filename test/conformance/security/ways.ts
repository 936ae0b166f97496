import { expect } from 'vitest';
import { formsOf } from '../../../scripts/lib/demo/forms.ts';
import type { Application } from '../support/application.ts';
import { cookiesOf, send } from './attack.ts';
import { adasForm, credentials, github, password } from './people.ts';

export const providers = [credentials, github];
/** Where a browser on some page of the application goes. */
export const followed = (location: unknown, app: Application) =>
	new URL(String(location), `${app.origin}/some/page?x`).href;
export const locationOf = (response: Response, app: Application) =>
	followed(response.headers.get('location'), app);

export type Way = (app: Application, wanted: string) => Promise<string>;

/** Ways in which a target gets in, and the URL that the browser is sent to for it. Quick ones, for the whole table. */
export const ways: Record<string, Way> = {
	'sign-out endpoint': async (app, callbackUrl) =>
		locationOf(await send(app, `${app.basePath}/signout`, { fields: { callbackUrl } }), app),
	'query of the sign-out endpoint': async (app, callbackUrl) => {
		const query = new URLSearchParams({ callbackUrl });
		return locationOf(await send(app, `${app.basePath}/signout?${query}`, { fields: {} }), app);
	},
	'JSON of the client': async (app, callbackUrl) => {
		const sent = { json: { callbackUrl }, headers: { 'x-auth-return-redirect': '1' } };
		const response = await send(app, `${app.basePath}/signout`, sent);
		return followed(((await response.json()) as { url: string }).url, app);
	},
	'sign-out action': async (app, redirectTo) =>
		locationOf(await send(app, app.actions.signOut, { fields: { redirectTo } }), app),
	'remembered while away at a provider': async (app, callbackUrl) => {
		const response = await send(app, `${app.basePath}/signin/github`, { fields: { callbackUrl } });
		expect(locationOf(response, app)).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/);
		return followed(cookiesOf(response)['authjs.callback-url'], app);
	},
	'data of the sign-in page': async (app, redirectTo) => {
		const response = await send(app, `/signin?${new URLSearchParams({ redirectTo })}`);
		return followed(((await response.json()) as { redirectTo: string }).redirectTo, app);
	},
};

export const submit = (
	app: Application,
	fields: Record<string, string>,
	path = `${app.basePath}/signin/credentials`,
) => send(app, path, { fields: { ...adasForm, ...fields } });

/** The same, with a password. */
export const signInWays: Record<string, Way> = {
	'body of the callback': async (app, callbackUrl) =>
		locationOf(await submit(app, { callbackUrl }, `${app.basePath}/callback/credentials`), app),
	'body of the sign-in endpoint': async (app, callbackUrl) =>
		locationOf(await submit(app, { callbackUrl }), app),
	'query of the callback': async (app, callbackUrl) => {
		const query = new URLSearchParams({ callbackUrl });
		return locationOf(await submit(app, {}, `${app.basePath}/callback/credentials?${query}`), app);
	},
	'redirectTo in the query': async (app, redirectTo) => {
		const query = new URLSearchParams({ redirectTo });
		return locationOf(await submit(app, {}, `${app.basePath}/signin/credentials?${query}`), app);
	},
	'sign-in action, redirectTo': async (app, redirectTo) =>
		locationOf(await submit(app, { providerId: 'credentials', redirectTo }, app.actions.signIn), app),
	'sign-in action, callbackUrl': async (app, callbackUrl) =>
		locationOf(await submit(app, { providerId: 'credentials', callbackUrl }, app.actions.signIn), app),
	'by way of the page that the action names': async (app, redirectTo) => {
		const page = new URL(locationOf(await send(app, app.actions.signIn, { fields: { redirectTo } }), app));
		expect(page.origin + page.pathname).toBe(`${app.origin}${app.basePath}/signin`);
		return locationOf(await submit(app, { callbackUrl: page.searchParams.get('redirectTo') ?? '' }), app);
	},
	'by way of the built-in page': async (app, callbackUrl) => {
		const page = await send(app, `${app.basePath}/signin?${new URLSearchParams({ callbackUrl })}`);
		expect(page.status).toBe(200);
		const [found = ''] = formsOf(await page.text()).flatMap(({ fields }) => fields.callbackUrl ?? []);
		return locationOf(await submit(app, { callbackUrl: found }), app);
	},
	'by way of a wrong password': async (app, callbackUrl) => {
		const response = await submit(app, { callbackUrl, password: password.wrong });
		const page = new URL(locationOf(response, app));
		expect(page.origin + page.pathname).toBe(`${app.origin}${app.basePath}/signin`);
		return locationOf(await submit(app, { callbackUrl: page.searchParams.get('redirectTo') ?? '' }), app);
	},
};
