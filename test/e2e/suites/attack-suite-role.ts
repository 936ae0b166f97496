import { beforeAll, describe, expect, test } from 'vitest';
import { describeRequest, isForbidden } from '../../../scripts/lib/attack/run.ts';
import { expected } from '../../../scripts/lib/attack/table.ts';
import type { Attacker, Headers } from '../../support/attack-attacker.ts';
import { admin, forRole, secretOf } from '../../support/attack-secrets.ts';

/** A part of the site for people with a role: 403 for everybody else who is signed in, and nothing of the page. */
export function describeRole(attacker: Attacker): void {
	describe('a part for people with a role', () => {
		let ada: Headers;
		let root: Headers;
		beforeAll(async () => {
			ada = await attacker.signIn();
			root = await attacker.signIn(admin);
		});

		test.each(attacker.rows)('gives nothing to somebody without it by $id: $name', async (row) => {
			const closed = expected(row, attacker.options.version) === 'closed';
			const outcomes = await attacker.run(row, forRole, attacker.target(forRole, ada));
			for (const { answer, leaks, ran, crash, request } of outcomes) {
				expect({ leaks, ran, crash }, describeRequest(request)).toEqual({ leaks: [], ran: [], crash: false });
				if (closed)
					expect(isForbidden(answer), `${describeRequest(request)}\n${answer.raw.slice(0, 600)}`).toBe(true);
			}
		});

		test.each(attacker.legitimate)('lets somebody with it in by $id: $name', async (row) => {
			const wanted = secretOf(forRole, row.shows ?? '');
			for (const { leaks, answer, request } of await attacker.run(
				row,
				forRole,
				attacker.target(forRole, root),
			))
				expect(leaks, `${describeRequest(request)} ${answer.status}`).toContain(wanted);
		});
	});
}
