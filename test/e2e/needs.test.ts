import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Kind, solidStart2, svelteKit3 } from '../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { ofTheOther } from '../support/needs/blocks.ts';
import { makeNeedsHost, type NeedsDressing, type NeedsHost } from '../support/needs/host.ts';
import { app, Running } from '../support/needs/running.ts';
import { solidStartNeeds } from '../support/needs/solid-start.ts';
import { svelteKitNeeds } from '../support/needs/sveltekit.ts';
import { makeTown, type Town } from '../support/needs/town.ts';
import { describeNeedsOfForms } from './suites/needs-forms.ts';
import { describeNeedsOfPrograms } from './suites/needs-programs.ts';
import { describeNeedsOfSessions } from './suites/needs-sessions.ts';

/*
 * Every page of docs/needs in a real host: its code, taken out of the page, is built with what `init` wrote, started as in
 * production, and asked by TLS under the names that the page has. In one process each: test/conformance/needs.
 */

const kinds: [Kind, NeedsDressing][] = [
	[svelteKit3, svelteKitNeeds],
	[solidStart2, solidStartNeeds],
];

describe.each(kinds)('docs/needs on $name', (kind, dressing) => {
	let provider: IdentityProvider;
	let town: Town;
	let host: NeedsHost;
	let running: Running;

	beforeAll(async () => {
		const callback = `${dressing.authPath}/callback/keycloak`;
		const names = [app, 'https://preview-7.test'];
		[provider, town, host] = await Promise.all([
			startIdentityProvider(names.map((origin) => origin + callback)),
			makeTown(),
			makeNeedsHost(kind, dressing),
		]);
		running = new Running(host, town, provider);
	});
	afterAll(async () => {
		await town?.close();
		await provider?.close();
		await host?.remove();
	});

	describeNeedsOfForms(() => running);
	describeNeedsOfSessions(() => running);
	describeNeedsOfPrograms(() => running);

	test('no block of code was left out, but those of the other framework', () => {
		expect(host.blocks.left.sort()).toEqual(ofTheOther[dressing.framework].sort());
	});
});
