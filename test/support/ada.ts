import { expect } from 'vitest';
import { CookieJar, type Visit } from '../../scripts/lib/demo/cookie-jar.ts';

/** The one person whom the credentials of a test host know. */
export const ada = { email: 'ada@test.example', password: 'lovelace', name: 'Ada Lovelace' };

/** Where a grafted host answers: the session as JSON, and where the sign-in page sends what she typed. */
export interface Endpoints {
	session: string;
	signIn: string;
}

export const svelteKit: Endpoints = { session: '/auth/session', signIn: '/signin' };
export const solidStart: Endpoints = { session: '/api/auth/session', signIn: '/api/auth/signin/credentials' };

/** Contains the right one, so that a search for that finds both. */
export const wrongPassword = `not-${ada.password}`;

/** What the sign-in page sends for her. */
export const adasForm = { providerId: 'credentials', email: ada.email, password: ada.password };

export const sessionText = async (origin: string, jar: CookieJar, { session } = svelteKit): Promise<string> =>
	(await jar.visit(origin + session)).text;

/** Signs her in over HTTP, with more fields in the form if wanted. */
export async function signInAsAda(
	origin: string,
	more: Record<string, string> = {},
	endpoints = svelteKit,
): Promise<{ jar: CookieJar; visit: Visit }> {
	const jar = new CookieJar();
	const visit = await jar.visit(origin + endpoints.signIn, { form: { ...adasForm, ...more } });
	expect(await sessionText(origin, jar, endpoints)).toContain(ada.name);
	return { jar, visit };
}
