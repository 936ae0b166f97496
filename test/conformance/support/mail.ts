import type { AddressInfo } from 'node:net';
import type { Provider } from '@auth/core/providers';
import Nodemailer from '@auth/core/providers/nodemailer';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface Letter {
	to: string;
	from: string;
	subject: string;
	text: string;
	html: string;
	/** The link in it, the same in both bodies. */
	link: string;
}

export interface MailServer {
	/** The core's own e-mail provider, which sends through this server. `more` are further options of it. */
	provider(more?: Partial<Parameters<typeof Nodemailer>[0]>): Provider;
	/** For `Nodemailer({ server })` in another process. */
	server: { host: string; port: number; auth: { user: string; pass: string }; ignoreTLS: true };
	/** What has arrived, oldest first. */
	letters: Letter[];
	/** The last letter to an address. */
	letterTo(address: string): Letter;
	/** Lets every letter wait so long from now on. Milliseconds. */
	wait(milliseconds: number): void;
	/** Makes the server refuse letters from now on, or take them again. */
	refuse(refusing: boolean): void;
	close(): Promise<void>;
}

const from = 'The application <app@test.example>';
const auth = { user: 'mailer', pass: 'a-password-of-the-mail-server' };

/** Starts a real mail server on 127.0.0.1, which wants its password. */
export async function startMailServer(): Promise<MailServer> {
	const letters: Letter[] = [];
	let refusing = false;
	let waiting = 0;
	const smtp = new SMTPServer({
		authMethods: ['PLAIN', 'LOGIN'],
		allowInsecureAuth: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		onAuth: ({ username, password }, _, done) =>
			username === auth.user && password === auth.pass
				? done(null, { user: auth.user })
				: done(new Error('Wrong user or password')),
		onRcptTo: (_, __, done) =>
			void setTimeout(() => done(refusing ? new Error('Mailbox unavailable') : null), waiting),
		onData: (stream, _, done) =>
			void simpleParser(stream).then((mail) => {
				letters.push(readLetter(mail));
				done();
			}, done),
	});
	await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
	const { port } = smtp.server.address() as AddressInfo;
	const server = { host: '127.0.0.1', port, auth, ignoreTLS: true } as const;
	return {
		provider: (more = {}) => Nodemailer({ server, from, ...more }) as Provider,
		server,
		letters,
		letterTo: (address) => {
			const letter = letters.findLast(({ to }) => to === address);
			if (!letter) throw new Error(`No letter to ${address} among ${letters.map(({ to }) => to).join(', ')}`);
			return letter;
		},
		wait: (milliseconds) => {
			waiting = milliseconds;
		},
		refuse: (wanted) => {
			refusing = wanted;
		},
		close: () => new Promise((resolve) => smtp.close(resolve)),
	};
}

function readLetter(mail: ParsedMail): Letter {
	const html = String(mail.html);
	const text = mail.text ?? '';
	const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
	const button = /href="([^"]*)"/.exec(html)?.[1]?.replaceAll(/&(?:amp|#38);/g, '&');
	if ((button ?? '') !== link) throw new Error(`The letter has two links: ${link} and ${button}`);
	const to = [mail.to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address));
	return { to: to.join(), from: mail.from?.text ?? '', subject: mail.subject ?? '', text, html, link };
}
