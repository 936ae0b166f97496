import type { Visit } from '../../../conformance/support/person.ts';
import type { Answer } from './somebody.ts';
import type { Attacked } from './world.ts';

/** What somebody tries, and what must come of it. */
export interface Row {
	number: number;
	name: string;
	/** Fails when the attack succeeds. */
	run(attacked: Attacked): Promise<void>;
	/** The name of a fault, with which it has to fail. */
	control: string | undefined;
	/** Why there is none. */
	uncontrolled: string | undefined;
}

/** @param control the name of a fault with which it has to fail, or why there is none */
export const row = (
	number: number,
	name: string,
	run: Row['run'],
	control: string | { none: string },
): Row => ({
	...{ number, name, run },
	...(typeof control === 'string'
		? { control, uncontrolled: undefined }
		: { control: undefined, uncontrolled: control.none }),
});

/** What a stranger can see of an answer, but for the address that they typed and the date. */
export function seen({ status, outcome, headers, text }: Answer, email: string): string {
	const cookies = headers
		.getSetCookie()
		.map((cookie) => cookie.replace(/=[^;]*/, '').replace(/Expires=[^;]*/, ''));
	const others = [...headers]
		.filter(([name]) => !['date', 'set-cookie', 'content-length', 'etag'].includes(name))
		.map(([name, value]) => `${name}: ${value}`);
	const all = [status, outcome, ...others.sort(), ...cookies.sort(), text];
	return all.join('\n').replaceAll(email, '<address>').replaceAll(encodeURIComponent(email), '<address>');
}

/** Milliseconds until the answer. */
export async function timed<T>(ask: () => Promise<T>): Promise<[T, number]> {
	const before = performance.now();
	const answer = await ask();
	return [answer, performance.now() - before];
}

/** Runs all, so many at a time. */
export async function crowd<T>(count: number, atOnce: number, ask: (at: number) => Promise<T>): Promise<T[]> {
	const answers: T[] = [];
	let next = 0;
	const work = async () => {
		for (let at = next++; at < count; at = next++) answers[at] = await ask(at);
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	return answers;
}

/** How often each came. */
export function tally(answers: readonly { outcome: string }[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { outcome } of answers) counts[outcome] = (counts[outcome] ?? 0) + 1;
	return counts;
}

/** The sentence of an answer for programs. */
export const message = ({ text }: Visit): string =>
	String((JSON.parse(text) as { message?: string }).message);
