import Credentials from '@auth/core/providers/credentials';
import { makeSolidStartHost } from '../../conformance/support/solid-start-host.ts';
import { makeSvelteKitHost } from '../../conformance/support/sveltekit-host.ts';

/*
 * An application as a Worker: the real runtime, and the little of both frameworks that the conformance tests have. Bundled
 * and run by workerd.test.ts.
 */

const providers = [
	Credentials({
		credentials: { username: {}, password: { type: 'password' } },
		authorize: ({ username, password }) =>
			password === 'secret' ? { id: '1', name: String(username), email: 'ada@test.example' } : null,
	}),
];
type Variables = Record<string, string>;

/** Of the request that is served: SvelteKit's adapter hands them over with each. */
let current: Variables = {};
const settings = { base: '', origin: 'http://localhost:3000' };
const hosts = {
	sveltekit: makeSvelteKitHost(async () => ({ env: current, providers }), settings),
	'solid-start': makeSolidStartHost({ providers }, { ...settings, basePath: '/api/auth' }),
};

/** What the platform has; tests say by it which way they went. */
const platform = () => {
	const { process } = globalThis as { process?: { env?: Variables } };
	return { process: process !== undefined, variables: Object.keys(process?.env ?? {}).sort() };
};

export default {
	async fetch(request: Request, env: Variables): Promise<Response> {
		if (new URL(request.url).pathname === '/platform') return Response.json(platform());
		current = env;
		const host = hosts[env.FRAMEWORK as keyof typeof hosts];
		// As the server of SolidStart does on Cloudflare.
		if (env.FRAMEWORK === 'solid-start') Object.assign(globalThis, { __env__: env });
		return host.fetch(request);
	},
};
