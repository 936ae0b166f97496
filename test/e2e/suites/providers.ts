import { afterAll, beforeAll, expect } from 'vitest';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import { type MailServer, startMailServer } from '../../conformance/support/mail.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser.ts';
import {
	grace,
	type IdentityProvider,
	type ProviderPerson,
	startIdentityProvider,
} from '../../support/identity-provider.ts';
import { makeProvidersHost, type ProvidersHost, type ProvidersKind } from '../../support/providers-host.ts';
import { thorough } from '../../support/thorough.ts';
import { startWorld, type World } from '../../support/world.ts';
import { describeLookUp } from './providers-credentials.ts';
import { describeEveryProvider } from './providers-every.ts';
import { describeRemoval } from './providers-removal.ts';
import { describeSignIn } from './providers-sign-in.ts';

/** A host to which providers are added, and everybody around it. */
export interface Added {
	host: ProvidersHost;
	browser: TestBrowser;
	provider: IdentityProvider;
	mail: MailServer;
	world: World;
	/** What the command has told to register, by the provider's id. */
	callbacks: Map<string, string>;
}

/** Works for the same firm: with an adapter, one address belongs to one account. */
export const joan: ProviderPerson = {
	username: 'joan',
	password: 'clarke',
	name: 'Joan Clarke',
	email: 'joan@test.example',
};

/** Under which ids the one OpenID provider is added. */
export const keycloaks = { keycloak: grace, staff: joan };

/** `add-provider` and `remove-provider` in a real host, whose build people then sign in to. */
export function describeProviders(kind: ProvidersKind): void {
	let added: Added;

	beforeAll(async () => {
		const [host, browser, mail, world] = await Promise.all([
			makeProvidersHost(kind),
			launchBrowser(),
			startMailServer(),
			startWorld(),
		]);
		const callbacks = Object.keys(keycloaks).map((id) => `${host.origin}${kind.authPath}/callback/${id}`);
		const provider = await startIdentityProvider(callbacks, Object.values(keycloaks));
		added = { host, browser, provider, mail, world, callbacks: new Map() };
	});
	afterAll(async () => {
		await added?.browser.close();
		await added?.provider.close();
		await added?.mail.close();
		await added?.world.close();
		await added?.host.remove();
	});

	describeRemoval(() => added);
	describeSignIn(() => added);
	if (!thorough) return;
	describeEveryProvider(() => added);
	describeLookUp(() => added);
}

/** Builds and starts the host for the tests around it. */
export function useBuild(get: () => Added): () => RunningServer {
	let server: RunningServer;
	beforeAll(async () => {
		const { host, world } = get();
		const { code, output } = await host.build();
		expect(code, output).toBe(0);
		server = await host.startBuild(world.env);
	});
	afterAll(() => server?.stop());
	return () => server;
}
