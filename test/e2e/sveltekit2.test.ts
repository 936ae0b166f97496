import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type HostUnderTest, makeHostUnderTest } from '../support/host-under-test.ts';
import { javaScriptHost, svelte4Host, svelteConfigHost, viteConfigHost } from '../support/sveltekit-kinds.ts';
import { describeGraft } from './suites/graft.ts';
import { describeProduction, productionFlags } from './suites/production.ts';

describe.each([
	{ kind: viteConfigHost, authModule: 'src/auth.ts' },
	{ kind: svelteConfigHost, authModule: 'src/auth.ts' },
	{ kind: javaScriptHost, authModule: 'src/auth.js' },
	{ kind: svelte4Host, authModule: 'src/auth.js', untyped: true },
])('$kind.name', ({ kind, authModule, untyped = false }) => {
	let host: HostUnderTest;

	beforeAll(async () => {
		host = await makeHostUnderTest(kind);
		const { code, output } = await host.graft('init', ...productionFlags);
		expect(code, output).toBe(0);
	});
	afterAll(() => host?.remove());

	describeGraft(() => host, productionFlags, { typeCheck: untyped, build: true });
	describeProduction(() => host, authModule);
});
