import { expect } from 'vitest';
import { CookieJar, type Visit } from '../../scripts/lib/cookie-jar.ts';

/** The one person whom the credentials of a test host know. */
export const ada = { email: 'ada@test.example', password: 'lovelace', name: 'Ada Lovelace' };

/** What the sign-in page sends for her. */
export const adasForm = { providerId: 'credentials', email: ada.email, password: ada.password };

export const sessionText = async (origin: string, jar: CookieJar): Promise<string> =>
	(await jar.visit(`${origin}/auth/session`)).text;

/** Signs her in over HTTP, with more fields in the form if wanted. */
export async function signInAsAda(
	origin: string,
	more: Record<string, string> = {},
): Promise<{ jar: CookieJar; visit: Visit }> {
	const jar = new CookieJar();
	const visit = await jar.visit(`${origin}/signin`, { form: { ...adasForm, ...more } });
	expect(await sessionText(origin, jar)).toContain(ada.name);
	return { jar, visit };
}
