import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/bootstrap.mjs';
import { attack, describeRequest } from '../../../scripts/lib/attack/run.ts';
import { gives } from '../../../scripts/lib/attack/table.ts';
import { exec } from '../../../scripts/lib/process/exec.ts';
import { freePort } from '../../../scripts/lib/process/free-port.ts';
import { runs } from '../../edits/support.ts';
import type { Attacker } from '../../support/attack-attacker.ts';
import { control, guarded, secretOf } from '../../support/attack-secrets.ts';
import type { Attacked } from './attack-suite.ts';

/** The same requests against what people write by hand: these have to get through, or the suite cannot fail. */
export function describeControl(get: () => Attacked, attacker: Attacker): void {
	const { framework, version } = attacker.options;
	const names = Object.keys(attacker.table.guards);
	const behind = (guard: string) => attacker.target(control, [['x-control', guard]]);

	describe('the guards that everybody documents', () => {
		test.each(names)(
			'are passed in the rows that are known: %s',
			async (guard) => {
				const through: string[] = [];
				for (const row of attacker.rows) {
					const outcomes = await attacker.run(row, control, behind(guard));
					if (outcomes.some(({ leaks }) => leaks.length > 0)) through.push(row.id);
					const has = outcomes.some(({ ran }) => ran.length > 0);
					if (gives(row.runs, guard, version)) expect(has, row.name).toBe(true);
				}
				const known = attacker.rows.filter((row) => gives(row.leaks, guard, version));
				expect(through).toEqual(known.map(({ id }) => id));
				expect(through.length).toBeGreaterThan(5);
			},
			300_000,
		);

		test('are passed by requests that nobody wrote down', async () => {
			const through: string[] = [];
			for (const request of fc.sample(attacker.variants(control), runs(1_500))) {
				const { leaks } = await attack(behind(names[0] ?? ''), request);
				if (leaks.length > 0) through.push(describeRequest(request));
				// One in thirty gets through: nobody needs to see all of them.
				if (through.length === 3) break;
			}
			expect(through).toHaveLength(3);
		}, 300_000);

		test('are found by `npm run attack`, and ours is not', async () => {
			const run = (part: string, ...more: string[]) =>
				exec(process.execPath, [
					join(root, 'scripts/attack.mjs'),
					...['--url', get().host.origin, '--path', `/${part}`, '--secret', secretOf(part, 'page')],
					...['--count', '0', ...more],
				]);
			const theirs = await run(control, '--header', `x-control: ${names[0]}`);
			expect([theirs.code, theirs.stdout], theirs.output).toEqual([1, expect.stringMatching(/^LEAK/m)]);
			// SolidStart 2 lets it wait for answers that never come: once is enough.
			if (framework === 'solid-start') return;
			const cookie = (await attacker.signIn())[0]?.[1] ?? '';
			const ours = await run(guarded, '--cookie', cookie);
			expect([ours.code, ours.stdout], ours.output).toEqual([
				0,
				expect.stringContaining(' 0 leak, 0 crash, 0 kept out'),
			]);
		});

		if (framework === 'solid-start') return;
		test('end the server when they throw', async () => {
			const port = await freePort();
			const nobody = {
				AUTH_KEYCLOAK_ID: 'x',
				AUTH_KEYCLOAK_SECRET: 'x',
				AUTH_KEYCLOAK_ISSUER: 'http://127.0.0.1:1',
			};
			const server = await get().host.startBuild({ PORT: String(port), ...nobody });
			try {
				const target = { ...behind('thrown'), origin: `http://127.0.0.1:${port}` };
				const ask = (path: string) => attack(target, { method: 'GET', target: path, headers: [], body: '' });
				// It was asked for at the other one's address, and may not be there yet.
				await expect.poll(() => ask('/').then(({ answer }) => answer.status), { timeout: 30_000 }).toBe(200);
				expect((await ask(`/${control}`)).answer.status).toBe(302);
				expect((await ask(`/${control}%`)).crash).toBe(true);
				await server.ended;
				expect(server.output()).toMatch(/unhandled|Redirect/i);
			} finally {
				await server.stop();
			}
		});
	});
}
