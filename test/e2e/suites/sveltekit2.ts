import { afterAll, beforeAll, describe, expect } from 'vitest';
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
}

/** A SvelteKit 2 host from its install to people who sign in. */
export function describeSvelteKit2(options: SvelteKit2): void {
	const { kind, authModule, untyped = false, samePages = false } = options;
	describe(kind.name, () => {
		let host: HostUnderTest;

		beforeAll(async () => {
			host = await makeHostUnderTest(kind);
			const { code, output } = await host.graft('init', ...productionFlags);
			expect(code, output).toBe(0);
		});
		afterAll(() => host?.remove());

		describeGraft(() => host, productionFlags, { typeCheck: untyped, build: true });
		describeProduction(() => host, authModule, { samePages });
	});
}
