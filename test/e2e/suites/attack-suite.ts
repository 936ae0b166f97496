import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { attack, describeRequest, disappointment } from '../../../scripts/lib/attack/run.ts';
import { expected } from '../../../scripts/lib/attack/table.ts';
import { headerOf, type WireRequest } from '../../../scripts/lib/attack/wire.ts';
import { CookieJar } from '../../../scripts/lib/demo/cookie-jar.ts';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import { runs } from '../../edits/support.ts';
import { Attacker, type AttackOptions, type Headers } from '../../support/attack-attacker.ts';
import { besideText, guarded, openSecretsOf, secretOf } from '../../support/attack-secrets.ts';
import type { TestBrowser } from '../../support/browser.ts';
import type { HostUnderTest } from '../../support/host-under-test.ts';
import { thorough } from '../../support/thorough.ts';
import { describeAudit } from './attack-suite-audit.ts';
import { describeNavigation } from './attack-suite-browser.ts';
import { describeControl } from './attack-suite-control.ts';
import { describeRole } from './attack-suite-role.ts';

/** A production build whose every secret is a searchable text. */
export interface Attacked {
	server: RunningServer;
	host: HostUnderTest;
	browser: TestBrowser;
}

/**
 * Every row of `test/attacks`, and requests that nobody wrote down, against the guard as `protect-route` writes it. The
 * same requests have to get past the guards that everybody documents, or they prove nothing.
 */
export function describeAttackSuite(get: () => Attacked, options: AttackOptions): void {
	describe('under attack', () => {
		const attacker = new Attacker(
			() => ({ public: get().server.origin, direct: get().host.origin }),
			options,
		);

		beforeAll(async () => {
			expect((await attacker.lookRound()) > 0).toBe(options.functions);
		});

		describeStranger(() => get().server, attacker);
		describePerson(attacker);
		if (options.more) {
			// The same requests and guards: what differs between the majors stands in the table.
			if (thorough || !isOlder(options)) describeControl(get, attacker);
			describeRole(attacker);
		}
		describeNavigation(get, attacker);
		describeAudit(get, attacker);
	});
}

function describeStranger(get: () => RunningServer, attacker: Attacker): void {
	describe('a stranger', () => {
		test.each(attacker.rows)('gets nothing by $id: $name', async (row) => {
			const expectation = expected(row, attacker.options.version);
			const public_ = { open: openSecretsOf(guarded), publicText: besideText };
			for (const outcome of await attacker.run(row, guarded)) {
				const { request, answer } = outcome;
				const what = `${describeRequest(request)}\n${answer.raw.slice(0, 600)}\n${get().output().slice(-2_000)}`;
				expect(disappointment(outcome, expectation, public_), what).toBeUndefined();
			}
			expect(get().isRunning(), get().output()).toBe(true);
		});

		test('gets nothing by requests that nobody wrote down', async () => {
			const target = attacker.target(guarded);
			const getsNothing = async (request: WireRequest) => {
				const { answer, leaks, ran, crash } = await attack(target, request);
				expect({ leaks, ran, crash }, describeRequest(request)).toEqual({ leaks: [], ran: [], crash: false });
				expect(answer.end, describeRequest(request)).not.toBe('timeout');
			};
			await fc.assert(fc.asyncProperty(attacker.variants(guarded), getsNothing), runs(300));
		}, 300_000);

		test.each(['', '?tab=2'])(
			'is sent to the sign-in page and knows the way back, from the page%s',
			async (query) => {
				const path = `/${guarded}${query}`;
				const request = { method: 'GET', target: path, headers: [], body: '' };
				const { answer } = await attack(attacker.target(guarded), request);
				expect([answer.status, answer.body]).toEqual([303, '']);
				expect(headerOf(answer, 'location')).toBe(`/signin?redirectTo=${encodeURIComponent(path)}`);
				const visit = await new CookieJar().visit(get().origin + path);
				expect([visit.status, new URL(visit.url).pathname]).toEqual([200, '/signin']);
			},
		);
	});
}

/** No guard is so tight that nobody comes through. */
function describePerson(attacker: Attacker): void {
	describe('somebody who is signed in', () => {
		let headers: Headers;
		beforeAll(async () => {
			headers = await attacker.signIn();
		});

		test.each(attacker.legitimate)('passes by $id: $name', async (row) => {
			const wanted = secretOf(guarded, row.shows ?? '');
			for (const { leaks, answer, request } of await attacker.run(
				row,
				guarded,
				attacker.target(guarded, headers),
			))
				expect(leaks, `${describeRequest(request)} ${answer.status}`).toContain(wanted);
		});
	});
}

const isOlder = ({ framework, version }: AttackOptions): boolean =>
	version !== (framework === 'sveltekit' ? '3' : '2');
