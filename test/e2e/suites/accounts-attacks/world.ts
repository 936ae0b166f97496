import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { freePort } from '../../../../scripts/lib/process/free-port.ts';
import type { RunningServer } from '../../../../scripts/lib/process/server.ts';
import type { Letter } from '../../../conformance/support/mail.ts';
import type { AccountsHost } from '../../../support/accounts-host.ts';
import { Somebody } from './somebody.ts';

export const good = 'four words will do here';
export const better = 'seven green owls at noon';
export const minute = 60;

/** Lets the process's clock run ahead, by what stands in a file. */
const clock = (file: string) => `import { readFileSync } from 'node:fs';
const now = Date.now;
const ahead = () => Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
Date.now = () => now() + ahead();
globalThis.Date = class extends Date {
	constructor(...parts) {
		super(...(parts.length === 0 ? [Date.now()] : parts));
	}
};
`;

/** One process of the build. */
export interface Place {
	server: RunningServer;
	/** Somebody with a browser of their own. */
	someone(): Somebody;
	/** Somebody who has signed up here, and is signed in. */
	member(email: string): Promise<Somebody>;
	/** Lets its clock run ahead. Seconds from the true time. */
	ahead(seconds: number): Promise<void>;
}

/** A built host, under attack. */
export interface Attacked extends AccountsHost {
	svelteKit: boolean;
	/** Letters to somebody, once there are so many. */
	letters(to: string, count?: number): Promise<Letter[]>;
	/** The newest link to somebody that has this in it, once there are so many. */
	link(to: string, part: string, count?: number): Promise<string>;
	/** Changes the database. */
	run(sql: string, args?: (string | number | null)[]): Promise<void>;
	/** The row of a person. */
	user(email: string): Promise<Record<string, unknown> | undefined>;
	/** Everything that was answered, but for cookies. */
	heard: string[];
	/** What the processes have logged. */
	logged(): string;
	/** A process of the same build with more in its environment, which is started when it is first asked for. */
	at(env?: Record<string, string>): Promise<Place>;
	stop(): Promise<void>;
}

let names = 0;
/** An address that no other test has. */
export const address = (name = 'ada') => `${name}-${++names}@example.com`;

/** Long enough for a mail that must not come: others come within some milliseconds. */
export const quiet = () => new Promise((done) => setTimeout(done, 700));

/** @param env in every process */
export function attack(made: AccountsHost, svelteKit: boolean, env: Record<string, string>): Attacked {
	const places = new Map<string, Promise<Place>>();
	const started: RunningServer[] = [];
	const attacked: Attacked = {
		...{ ...made, svelteKit, heard: [] },
		logged: () => started.map((server) => server.output()).join('\n'),
		async letters(to, count = 1) {
			const found = () => made.mails.letters.filter((letter) => letter.to === to);
			await expect.poll(() => found().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count);
			return found();
		},
		async link(to, part, count = 1) {
			const found = () => made.mails.letters.filter((one) => one.to === to && one.link.includes(part));
			await expect.poll(() => found().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count);
			return found().at(-1)?.link ?? '';
		},
		run: async (sql, args = []) => void (await made.database.execute({ sql, args })),
		user: async (email) => (await made.rows('user')).find((row) => row.email === email),
		at(more = {}) {
			const name = JSON.stringify(more);
			const known = places.get(name) ?? start(more);
			places.set(name, known);
			return known;
		},
		async stop() {
			await Promise.all(started.map((server) => server.stop()));
		},
	};
	async function start(more: Record<string, string>): Promise<Place> {
		const port = await freePort();
		const file = join(made.host.folder, `clock-${port}`);
		await writeFile(file, '0');
		await writeFile(`${file}.mjs`, clock(file));
		const server = await made.host.startBuild({
			...{ ...made.env, ...env, PORT: String(port), ...more },
			NODE_OPTIONS: `--import ${pathToFileURL(`${file}.mjs`).href}`,
		});
		started.push(server);
		const place: Place = {
			server,
			someone: () => new Somebody(attacked, server.origin),
			async member(email) {
				const person = place.someone();
				// What other rows have had sent to the address may still arrive.
				const part = 'purpose=signup';
				const before = made.mails.letters.filter(
					({ to, link }) => to === email && link.includes(part),
				).length;
				await person.post('sign-up', { email, name: 'Ada' });
				await person.open(await attacked.link(email, part, before + 1));
				await person.post('set-password', { password: good });
				expect(await person.who()).toBe(email);
				return person;
			},
			ahead: (seconds) => writeFile(file, String(seconds * 1000)),
		};
		return place;
	}
	return attacked;
}
