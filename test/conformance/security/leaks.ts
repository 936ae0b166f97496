import type { Application } from '../support/application.ts';

/** Something that must never be told, by name. */
export type Secrets = Record<string, string>;

/** A place where a secret was found. */
export interface Leak {
	secret: string;
	where: string;
	form: string;
}

/** Ways in which a text may be written. */
const forms: Record<string, (text: string) => string> = {
	plain: (text) => text,
	'in a URL': encodeURIComponent,
	'in a URL twice': (text) => encodeURIComponent(encodeURIComponent(text)),
	'in a form': (text) => String(new URLSearchParams({ a: text })).slice(2),
	'in JSON': inJson,
	'in JSON twice': (text) => inJson(inJson(text)),
	'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
	'in hex': (text) => Buffer.from(text).toString('hex'),
	...Object.fromEntries(
		[0, 1, 2].map((shift) => [`in base64, ${shift}`, (text: string) => base64(text, shift)]),
	),
};

function inJson(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

/** What is the same in the base64 of every text that contains this one, `shift` bytes further on. */
function base64(text: string, shift: number): string {
	const whole = Buffer.from('\0'.repeat(shift) + text).toString('base64url');
	const bytes = Buffer.byteLength(text) + shift;
	return whole.slice(Math.ceil((shift * 4) / 3), Math.floor((bytes * 8) / 6));
}

/** Finds secrets in a text. Both alphabets of base64 count. */
export function findSecrets(text: string, secrets: Secrets, where: string): Leak[] {
	const urlSafe = text.replaceAll('+', '-').replaceAll('/', '_');
	return Object.entries(secrets).flatMap(([secret, value]) => {
		const found = Object.entries(forms).find(([form, write]) =>
			(form.includes('base64') ? urlSafe : text).includes(write(value)),
		);
		return found ? [{ secret, where, form: found[0] }] : [];
	});
}

/** Stacks and paths of the server, which belong into the log and into no response. */
export function findInsides(text: string, where: string): Leak[] {
	const patterns: [string, RegExp][] = [
		['a stack', /\bat (?:async )?[\w.<>[\] ]+ \((?:file:|node:|\/)[^)]*:\d+:\d+\)|\n\s+at \S+:\d+:\d+/],
		['a path', /\/(?:home|root|srv|tmp|usr|var|work|opt)\/[\w@.-]+|[A-Z]:\\\\?[\w.-]+\\/],
		['a module', /node_modules|\.test\.ts|runtime\/(?:src|dist)/],
	];
	return patterns.flatMap(([secret, pattern]) =>
		pattern.test(text) ? [{ secret, where, form: 'plain' }] : [],
	);
}

/**
 * Everything that an application has ever answered, sent people to, or logged, searched through.
 *
 * @param inCookies names of secrets that a Set-Cookie header may carry: that is what session cookies are for
 */
export function findLeaks(app: Application, secrets: Secrets, inCookies: readonly string[] = []): Leak[] {
	const elsewhere = Object.fromEntries(Object.entries(secrets).filter(([name]) => !inCookies.includes(name)));
	const answers = app.answers.flatMap(({ method, url, status, headers, text }) => {
		const where = `${method} ${new URL(url).pathname} ${status}`;
		const cookies = headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value);
		const others = headers.filter(([name]) => name !== 'set-cookie').map(([, value]) => value);
		const told = [text, ...others].join('\n');
		return [
			...findSecrets(told, secrets, where),
			...findSecrets(cookies.join('\n'), elsewhere, `${where}, Set-Cookie`),
			...findInsides(told, where),
		];
	});
	const logs = app.logs.flatMap(({ level, type, text }) =>
		findSecrets(`${type}\n${text}`, secrets, `log, ${level}: ${type}`),
	);
	return [...answers, ...logs];
}
