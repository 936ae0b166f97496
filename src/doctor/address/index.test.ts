import { describe, expect, test } from 'vitest';
import { readHost } from '../../host/index.ts';
import { examined } from '../context.ts';
import { codesOf, healthy } from '../testing.ts';
import { addresses } from './addresses.ts';
import type { Answer, Question } from './ask.ts';
import type { Place } from './place.ts';
import { runningProviders } from './providers.ts';
import { families } from './reach.ts';

/* What no server of this machine can be: at a public address with TLS, or on one family of addresses. */

const answer = (status: number, more: Partial<Extract<Answer, { kind: 'answer' }>> = {}): Answer => ({
	...{ kind: 'answer', status, headers: {}, cookies: [], body: '', cut: false },
	...more,
});

/** An application at https://app.example that answers as told, and 404 otherwise. */
function placeOf(answers: Record<string, Answer>, more: Partial<Place> = {}): Place {
	return {
		address: new URL('https://app.example'),
		...{ origin: 'https://app.example', base: '/auth', isVite: false, framework: 'sveltekit' as const },
		...{ context: undefined, providers: [] },
		send: async (path: string, _?: Question) => answers[path] ?? answer(404),
		...more,
	};
}

const secure = answer(200, { headers: { 'strict-transport-security': 'max-age=31536000' } });
const elsewhere = answer(308, { headers: { location: 'https://app.example/' } });
const told = async (answers: Record<string, Answer>, more?: Partial<Place>) =>
	(await addresses(placeOf(answers, more))).map(({ code, severity }) => [code, severity]);

test('http beside https, and browsers that are not told to stay', async () => {
	expect(await told({ '/': secure, 'http://app.example/': elsewhere })).toEqual([]);
	expect(await told({ '/': secure, 'http://app.example/': answer(200) })).toEqual([['http-open', 'warning']]);
	expect(await told({ '/': answer(200), 'http://app.example/': elsewhere })).toEqual([['hsts', 'note']]);
	// Nobody there over http is as good as a redirect.
	const nobody: Answer = { kind: 'failure', why: 'nothing listens there', code: 'ECONNREFUSED' };
	expect(await told({ '/': secure, 'http://app.example/': nobody })).toEqual([]);
	// A port of one's own says nothing about the one of http.
	const port = { address: new URL('https://app.example:8443'), origin: 'https://app.example:8443' };
	expect(await told({ '/': answer(200) }, port)).toEqual([]);
});

describe('providers', () => {
	const listed = (id: string, type: string) => ({
		...{ id, type, name: id },
		callbackUrl: `https://app.example/auth/callback/${id}`,
	});
	const page = { '/auth/signin': answer(200), '/signin': answer(200) };
	const found = async (more: Partial<Place>) => codesOf((await runningProviders(placeOf(page, more))).found);

	test('the test people at a public address', async () => {
		const people = [listed('development', 'credentials')];
		expect(await found({ providers: people })).toEqual(['development-provider']);
		const address = new URL('http://localhost:5173');
		expect(await found({ providers: people, address, isVite: true })).toEqual([]);
		expect(await found({ providers: [listed('credentials', 'credentials')] })).toEqual([]);
	});

	test('one that is in the source, has its variables, and does not run', async () => {
		const host = await readHost(await healthy('sveltekit3'));
		const context = (variables: NodeJS.ProcessEnv) => examined(host, { production: false, variables });
		const variables = { AUTH_GITHUB_ID: 'Iv1.0123456789abcdef' };
		expect(await found({ context: context(variables) })).toEqual(['provider-not-running']);
		// Without its variables nobody expects it.
		expect(await found({ context: context({}) })).toEqual([]);
	});
});

test('a server that is localhost for one family of addresses alone', async () => {
	const nobody: Answer = { kind: 'failure', why: 'nothing listens there', code: 'ECONNREFUSED' };
	const codes = async (address: string, answering: readonly number[]) => {
		const send = async (_: URL, { family }: Question = {}) =>
			answering.some((one) => one === family) ? answer(200) : nobody;
		return (await families(new URL(address), send)).map(({ code, severity }) => [code, severity]);
	};
	expect(await codes('http://localhost:3000', [6])).toEqual([['address-family', 'note']]);
	expect(await codes('http://localhost:3000', [4, 6])).toEqual([]);
	// What most servers do, and what names lead to first.
	expect(await codes('http://localhost:3000', [4])).toEqual([]);
	expect(await codes('http://127.0.0.1:3000', [6])).toEqual([]);
});
