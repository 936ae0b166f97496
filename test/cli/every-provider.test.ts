import { beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../src/plan/change.ts';
import { thorough } from '../support/thorough.ts';
import {
	type AddedProvider,
	addEach,
	allFacts,
	type Framework,
	fixtures,
	loadModule,
	typeCheck,
	values,
	writeModules,
} from './support/every-provider.ts';

/** What was built: there is none yet when the types are checked. */
const builtRuntime: string = '@authgraft/runtime/solid-start';
type BuiltRuntime = { SolidAuth(config: unknown): { GET(event: object): Promise<Response> } };

const origin = 'http://localhost:3000';

/** What the auth endpoints of a module answer. */
async function answerOf(framework: Framework, loaded: Record<string, unknown>): Promise<Response> {
	const base = framework === 'sveltekit' ? '/auth' : '/api/auth';
	const url = new URL(`${base}/providers`, origin);
	const request = new Request(url);
	if (framework === 'solid-start') {
		const { SolidAuth } = (await import(builtRuntime)) as BuiltRuntime;
		const { GET } = SolidAuth(loaded.authConfig);
		return GET({ request, response: { headers: new Headers() }, locals: {} });
	}
	const handle = loaded.handle as (input: object) => Promise<Response>;
	const event = {
		...{ url, request, locals: {}, route: { id: null }, params: {} },
		...{ isDataRequest: false, isRemoteRequest: false, isSubRequest: false, platform: undefined },
		cookies: { get: () => undefined, getAll: () => [], set: () => {}, delete: () => {} },
		setHeaders: () => {},
		getClientAddress: () => '127.0.0.1',
	};
	return handle({ event, resolve: async () => new Response('the application', { status: 299 }) });
}

/** The providers are the core's in both: what differs is how one is written into the module, which the unit tests compare. */
const frameworks = (Object.keys(fixtures) as Framework[]).filter((name) => thorough || name === 'sveltekit');

describe.each(frameworks)('every provider of the core in %s', (framework) => {
	let added: AddedProvider[];
	/** Each under an id of its own. */
	let owned: AddedProvider[];
	let complaints: string[];
	let folder: string;

	beforeAll(async () => {
		added = await addEach(framework);
		owned = await addEach(framework, true);
		folder = writeModules(framework, [...added, ...owned]);
		complaints = typeCheck(folder);
		Object.assign(process.env, values, { AUTH_TRUST_HOST: 'true' });
	}, 120_000);

	const one = (id: string): AddedProvider => added.find(({ fact }) => fact.id === id) as AddedProvider;

	test('there are 104', () => {
		expect(added).toHaveLength(104);
	});

	test('under an id of its own each type-checks, too', () => {
		expect(owned.filter(({ text }) => text === '').map(({ fact }) => fact.id)).toEqual([]);
		expect(complaints.filter((line) => /\/auth-own-[\w-]+\.ts:/.test(line))).toEqual([]);
	});

	test('the compiler has nothing to say of what stands around them', () => {
		expect(complaints.filter((line) => !/\/auth-[\w-]+\.ts:/.test(line))).toEqual([]);
	});

	test.each(allFacts.map(({ id }) => id))('%s: type-checks, loads, and the core takes it', async (id) => {
		const { changes, text } = one(id);
		expect(changes.filter(({ kind }: Change) => kind === 'refuse')).toEqual([]);
		expect(text).not.toBe('');
		expect(complaints.filter((line) => line.includes(`/auth-${id}.ts:`))).toEqual([]);
		const response = await answerOf(framework, await loadModule(folder, one(id)));
		expect(response.status).toBe(200);
		expect(Object.keys((await response.json()) as object)).toEqual([id]);
	});
});
