import { createClient } from '@libsql/client';
import { CookieJar, type Visit } from './cookie-jar.ts';
import { expect } from './expect.ts';
import { formsOf, press, textOf } from './forms.ts';

const email = 'ada@example.com';
const password = 'four words will do here';

/** What leads to the page that a mail would lead to: shown where nothing sends mails yet. */
const mailLink = /While developing, the mail is here:[\s\S]*?<a\b[^>]*\bhref="([^"]+)"/;

/**
 * Signs up as a browser would, signs out and in with the new password, and looks into the database. Throws at what is wrong.
 *
 * @param database the file that the rows are in
 */
export async function checkSignUp(
	origin: string,
	database: string,
	see: (what: string) => void,
): Promise<void> {
	const jar = new CookieJar();
	const submit = async (page: Visit, label: RegExp, typed: Record<string, string>): Promise<Visit> => {
		const form = formsOf(page.text).find((one) => press(one, label));
		const fields = form && press(form, label);
		if (!form || !fields) throw new Error(`${page.url} shows no button ${label}: ${textOf(page.text)}`);
		const target = new URL(form.action, page.url).href;
		const answer = await jar.visit(target, { form: { ...fields, ...typed } });
		expect(answer.status === 200, `${label} answers ${answer.status}: ${textOf(answer.text)}`);
		return answer;
	};

	const sent = await submit(await jar.visit(`${origin}/signup`), /^Send the link$/, { email, name: 'Ada' });
	const link = mailLink.exec(sent.text)?.[1];
	if (!link) throw new Error(`/signup shows no link: ${textOf(sent.text)}`);
	see(`POST /signup shows what the mail would hold`);
	const choosing = await jar.visit(new URL(textOf(link), origin).href);
	await submit(choosing, /^Save the password$/, { password });
	see('POST /set-password makes the account');
	await expectAccount();

	await submit(await jar.visit(`${origin}/signout`), /^Sign out$/, {});
	const shut = await jar.visit(`${origin}/account`);
	expect(new URL(shut.url).pathname === '/signin', `/account is open to strangers: ${shut.url}`);
	await submit(shut, /^Sign in$/, { email, password });
	see('POST /signin takes the new password');
	await expectAccount();

	const client = createClient({ url: `file:${database}` });
	const { rows } = await client.execute('select name, email, "emailVerified" from user');
	client.close();
	const [row, ...others] = rows.map((one) => ({ ...one }));
	const isAda = row?.name === 'Ada' && row.email === email && row.emailVerified !== null;
	expect(isAda && others.length === 0, `the database has ${JSON.stringify(rows)}`);
	see(`The table user has ${JSON.stringify(row)}`);

	async function expectAccount(): Promise<void> {
		const page = await jar.visit(`${origin}/account`);
		const text = textOf(page.text);
		expect(new URL(page.url).pathname === '/account' && text.includes(email), `no account: ${text}`);
		see(`GET /account shows ${email}`);
	}
}
