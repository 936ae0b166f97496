import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { AttackOptions } from '../../support/attack-attacker.ts';
import { attacked, guardParts } from '../../support/attack-host.ts';
import type { SvelteKitDress } from '../../support/attack-sveltekit.ts';
import { type HostUnderTest, type Kind, makeHostUnderTest } from '../../support/host-under-test.ts';
import { describeGraft } from './graft.ts';
import { describeProduction, productionFlags } from './production.ts';

interface SvelteKit2 {
	kind: Kind;
	/** `src/auth.ts` */
	authModule: string;
	/** It has no script that checks types. */
	untyped?: boolean;
	/** Its pages come from the template of a host that people without JavaScript and without a mouse have tried. */
	samePages?: boolean;
	/** `2.5` where attacks end otherwise there than in the newest 2. */
	version?: string;
	/** How the pages that are attacked are written; `more` and `remote` for all that there is. */
	dress?: SvelteKitDress;
}

/** A SvelteKit 2 host from its install to people who sign in. */
export function describeSvelteKit2(options: SvelteKit2): void {
	const { kind, authModule, untyped = false, samePages = false, version = '2', dress = {} } = options;
	const { remote: functions = false, more = false } = dress;
	const attack: AttackOptions = { framework: 'sveltekit', version, functions, more };
	describe(kind.name, () => {
		let host: HostUnderTest;

		beforeAll(async () => {
			host = await makeHostUnderTest(attacked(kind, dress));
			const { code, output } = await host.graft('init', ...productionFlags);
			expect(code, output).toBe(0);
			await guardParts(host, 'sveltekit', { more });
		});
		afterAll(() => host?.remove());

		describeGraft(() => host, productionFlags, { typeCheck: untyped, build: true });
		describeProduction(() => host, authModule, { attack, samePages });
	});
}
