import { expect } from 'vitest';
import type { HostUnderTest } from '../../support/host-under-test.ts';
import type { IdentityProvider, ProviderPerson } from '../../support/identity-provider.ts';
import { note } from '../../support/note.ts';
import type { Postgres } from '../../support/postgres.ts';
import type { Redis } from '../../support/redis.ts';
import type { Reader, Report } from './scaling-crowd.ts';
import type { Fleet } from './scaling-host.ts';

/** What the fleets of all suites have in common. */
export interface Parts {
	host: HostUnderTest;
	provider: IdentityProvider;
	people: ProviderPerson[];
	postgres: Postgres;
	redis: Redis;
}

/** What the session cookie holds; empty without one. */
export const tokenOf = ({ person }: Reader): string =>
	person.cookies.find('authjs.session-token')?.value ?? '';

/** What was measured, for whoever watches: `docs/scaling.md` has such lines. */
export function tell(what: string, { own, closed, failed, times }: Report, seconds: number): void {
	const sorted = times.toSorted((a, b) => a - b);
	const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
	const rate = ((own + closed + failed) / seconds).toFixed(0);
	note(
		`${what}: ${rate} requests a second (${own} own, ${closed} closed, ${failed} failed), ` +
			`median ${at(0.5)} ms, 99 % ${at(0.99)} ms`,
	);
}

/** A server without its database says what is wrong, and not once a request. */
export function expectGoodLog(text: string, reason: RegExp): void {
	const lines = text.split('\n').filter((line) => line.startsWith('[auth] '));
	expect(lines.filter((line) => reason.test(line)).length, text.slice(0, 2_000)).toBeGreaterThan(0);
	expect(lines.length, `lines in the log, of which these are the last:\n${text.slice(-2_000)}`).toBeLessThan(
		100,
	);
}

/** Nothing that any of the servers has ever printed holds one of these. */
export function expectNoSecrets(fleet: Fleet, secrets: readonly string[]): void {
	for (const { output } of fleet.servers)
		expect(secrets.filter((secret) => secret === '' || output().includes(secret))).toEqual([]);
}
