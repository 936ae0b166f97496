import type { Adapter } from '@auth/core/adapters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cost, type Meter, openMeter } from '../../../runtime/src/core/testing/steps.test.helper.ts';
import { thorough, week } from '../../support/thorough.ts';
import { type Application, integrations } from '../support/application.ts';
import { html, victim } from './attack.ts';
import { type Shaped, shapes } from './growth-shapes.ts';
import { credentials, github, letters } from './people.ts';
import { goodToken, sessionCookie } from './tokens.ts';

interface Door {
	app: Application;
	method: string;
	path: string;
	/** Asked without a session, where the shape has no cookie of its own. */
	stranger?: boolean;
}

const nothing = async () => null;
/** Knows nobody. */
const adapter = Object.fromEntries(
	[
		...[
			'getUser',
			'getUserByEmail',
			'getUserByAccount',
			'getSessionAndUser',
			'deleteSession',
			'updateSession',
		],
		...[
			'createUser',
			'updateUser',
			'linkAccount',
			'createSession',
			'createVerificationToken',
			'useVerificationToken',
		],
	].map((method) => [method, nothing]),
) as unknown as Adapter;

/** Where a stranger's input arrives: endpoints, actions, guards, pages that read the session, from a token or a database. */
function doorsOf(app: Application, database: Application): Door[] {
	const { basePath, actions } = app;
	const read = [
		'signin',
		'signin/github',
		'signout',
		'session',
		'providers',
		'csrf',
		'error',
		'verify-request',
		'other',
	];
	const links = ['callback/github', 'callback/letters', 'callback/credentials', 'webauthn-options/passkey'];
	const posted = [
		'signin/credentials',
		'signin/github',
		'signin/letters',
		'signout',
		'session',
		...links.slice(0, 3),
	];
	const get = (path: string): Door => ({ app, method: 'GET', path });
	const post = (path: string): Door => ({ app, method: 'POST', path });
	return [
		...[
			'/',
			'/dashboard',
			'/signin',
			'/other',
			...[...read, ...links].map((name) => `${basePath}/${name}`),
		].map(get),
		{ ...get('/dashboard'), stranger: true },
		...[...posted.map((name) => `${basePath}/${name}`), '/dashboard', actions.signIn, actions.signOut].map(
			post,
		),
		{ ...get('/'), app: database },
		{ ...post(actions.signOut), app: database },
	];
}

function requestOf({ app, method, path, stranger }: Door, shaped: Shaped, session: string): Request {
	const url = new URL(app.origin);
	url.pathname = `${path}${shaped.path ?? ''}`;
	url.search = shaped.query ?? '';
	const headers = new Headers({ ...html, cookie: shaped.cookie ?? (stranger ? '' : session) });
	if (method === 'POST') {
		headers.set('origin', app.origin);
		headers.set('content-type', shaped.type ?? 'application/x-www-form-urlencoded');
	}
	for (const [name, value] of Object.entries(shaped.headers ?? {})) headers.set(name, value);
	const body = method === 'POST' && {
		body: shaped.body ?? 'email=ada@test.example&password=x&providerId=github',
	};
	return new Request(url, { method, headers, ...body });
}

/** How much more three times as much costs: 3 where it grows with the input, 9 where it grows with its square. */
const limit = { steps: 5, bytes: 7 };
/** Of what a request costs in any case: so much more or less is nothing to look at. */
const noise = { steps: 0.05, bytes: 0.3 };
const isOver = ({ steps, bytes }: Cost) => steps > limit.steps || bytes > limit.bytes;

describe.each(integrations)('work that grows with what strangers send, %s', (integration) => {
	const providers = [credentials, github, letters] as never;
	const app = victim(integration, { providers, adapter, session: { strategy: 'jwt' } });
	const doors = doorsOf(app, victim(integration, { providers: [github], adapter }));
	let meter: Meter;
	let session: string;
	beforeAll(async () => {
		session = `${sessionCookie}=${await goodToken()}`;
		meter = await openMeter(32_768);
		// What runs for the first time is compiled, and that is counted.
		for (const size of [100, 1000]) await growthAt(doors, (length) => ({ query: 'x'.repeat(length) }), size);
	});
	afterAll(() => meter.close());

	async function growthAt(
		through: readonly Door[],
		shape: (size: number) => Shaped,
		size: number,
	): Promise<Cost> {
		const cost = (bytes: number): Promise<Cost> => {
			const shaped = shape(bytes);
			const requests = through.map((door) => requestOf(door, shaped, session));
			return meter.costOf(async () => {
				for (const [index, request] of requests.entries()) await through[index]?.app.fetch(request);
			});
		};
		const [least, less, all] = [await cost(size / 9), await cost(size / 3), await cost(size)];
		for (const { app } of through) app.answers.length = app.logs.length = 0;
		// Of differences: what is the same for each request would hide the rest.
		const ratio = (of: 'steps' | 'bytes') =>
			(all[of] - less[of]) / Math.max(less[of] - least[of], noise[of] * least[of]);
		return { steps: ratio('steps'), bytes: ratio('bytes') };
	}

	test('control: every door answers', async () => {
		for (const door of doors) {
			const { status } = await door.app.fetch(requestOf(door, {}, session));
			expect([door.path, status < 500]).toEqual([door.path, true]);
		}
	});

	// Behind the doors of both is one core: what one of them is not asked this week the other one is.
	const sampled = shapes.filter(
		(_, index) => thorough || (index + week) % 2 === integrations.indexOf(integration),
	);

	test.each(sampled)('%s', async (_, shape, size) => {
		const through = shape(1000).body === undefined ? doors : doors.filter(({ method }) => method === 'POST');
		const found: string[] = [];
		// Bytes are sampled, and a collection loses counts: what is over three times is over.
		for (let tries = 0; tries < 3; tries++) {
			const all = await growthAt(through, shape, size);
			if (!isOver(all)) return expect(all.steps).not.toBeNaN();
			found.push(JSON.stringify(all));
		}
		// Which one it is.
		for (const door of through) {
			const one = await growthAt([door], shape, size / 4);
			if (isOver(one)) found.push(`${door.method} ${door.path}: ${JSON.stringify(one)}`);
		}
		expect(found).toEqual([]);
	});
});
