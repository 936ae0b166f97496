import { CookieJar } from './cookie-jar.ts';
import { expect } from './expect.ts';
import { formsOf, press, textOf } from './forms.ts';

const personButton = /^Continue as /;

/** What stands on the buttons of the test people of a sign-in page. */
export const peopleOf = (html: string): string[] =>
	formsOf(html)
		.flatMap(({ buttons }) => buttons.map(({ text }) => text))
		.filter((text) => personButton.test(text));

/**
 * Signs in with one click and out again as a browser would, and tells what it sees. Throws at what is wrong.
 *
 * @param authPath where the auth endpoints are: `/auth`
 */
export async function checkSignIn(
	origin: string,
	authPath: string,
	see: (what: string) => void,
): Promise<void> {
	const jar = new CookieJar();
	const session = async () => JSON.parse((await jar.visit(`${origin}${authPath}/session`)).text);

	const page = await jar.visit(`${origin}/signin`);
	expect(page.status === 200, `GET /signin answers ${page.status}`);
	const people = peopleOf(page.text);
	see(`GET /signin shows ${people.join(', ')}`);
	const form = formsOf(page.text).find((one) => press(one, personButton));
	const click = form && press(form, personButton);
	const name = people[0]?.replace(personButton, '');
	if (!form || !click || !name) throw new Error('/signin shows no test person to click on');
	expect((await session()) === null, 'somebody is signed in before anybody signed in');

	const target = new URL(form.action, page.url).href;
	const signedIn = await jar.visit(target, { form: click });
	expect(signedIn.status === 200, `the click answers ${signedIn.status}`);
	see(`Click on "${people[0]}" leads to ${signedIn.redirects.join(', ') || 'no other page'}`);
	const { user } = (await session()) ?? {};
	expect(user?.name === name, `the session is of ${user?.name ?? 'nobody'}, not of ${name}`);
	see(`GET ${authPath}/session says ${JSON.stringify(user)}`);
	const welcome = textOf((await jar.visit(`${origin}/signin`)).text);
	expect(welcome.includes(`signed in as ${name}`), `the page does not say who is signed in: ${welcome}`);
	see(`The page says "signed in as ${name}"`);

	const leaving = await jar.visit(`${origin}/signout`);
	const leave = formsOf(leaving.text).find((one) => press(one, /^Sign out$/));
	if (!leave) throw new Error('/signout shows no button to sign out with');
	const { pathname, href } = new URL(leave.action, leaving.url);
	await jar.visit(href, { form: leave.fields });
	expect((await session()) === null, 'the session is still there after signing out');
	see(`POST ${pathname} ends the session`);
}
