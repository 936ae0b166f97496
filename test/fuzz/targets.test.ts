import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@auth/core/jwt';
import { describe, expect, test, vi } from 'vitest';
import { coversRoute } from '../../runtime/src/core/access/route-pattern.ts';
import { parseCookies } from '../../runtime/src/core/http/cookies.ts';
import { readPath } from '../../runtime/src/solid-start/guard/path-pattern.ts';
import { readCorpus } from '../../scripts/lib/fuzz/corpus.ts';
import { hunt } from '../../scripts/lib/fuzz/hunt.ts';
import type { Target } from '../../scripts/lib/fuzz/target.ts';
import { bodies } from '../../scripts/lib/fuzz/targets/bodies.ts';
import { cookies } from '../../scripts/lib/fuzz/targets/cookies.ts';
import { apply, edits } from '../../scripts/lib/fuzz/targets/edits.ts';
import { env } from '../../scripts/lib/fuzz/targets/env.ts';
import { targets } from '../../scripts/lib/fuzz/targets/index.ts';
import { journals } from '../../scripts/lib/fuzz/targets/journals.ts';
import { patterns } from '../../scripts/lib/fuzz/targets/patterns.ts';
import { redirects } from '../../scripts/lib/fuzz/targets/redirects.ts';
import { tokens } from '../../scripts/lib/fuzz/targets/tokens.ts';
import { findDefinitions, readEnv } from '../../src/edits/env/read.ts';
import type { Journal } from '../../src/plan/journal/index.ts';
import { maskEnv } from '../../src/plan/mask.ts';
import { record } from '../edits/recorder.ts';

/* A short run of `npm run fuzz` for each reader, always the same one; and readers with a fault, which it has to find. */

vi.mock(import('../../src/edits/splice/edit.ts'), async (original) => {
	const real = await original();
	return {
		...real,
		applyEdits: (source, edits) => {
			record(source, edits);
			return real.applyEdits(source, edits);
		},
	};
});

const briefly = async (target: Target) => {
	const corpus = readCorpus(target.name);
	const { findings } = await hunt(target, {
		seed: 1,
		corpus,
		limit: { inputs: corpus.length + target.short },
	});
	return findings.map(({ kind, input, error }) => ({ kind, input, error }));
};

describe('nothing is found', () => {
	test.for(targets.map((target) => [target.name, target] as const))('%s', async ([, target]) => {
		expect(readCorpus(target.name).length).toBeGreaterThan(3);
		expect(await briefly(target)).toEqual([]);
	});
});

const readPlain = (root: string): Journal =>
	JSON.parse(readFileSync(join(root, '.authgraft/journal/0001/journal.json'), 'utf8'));

const ofPatterns = { coversRoute, readPath };
const ofEnv = { readEnv, findDefinitions, maskEnv };

const faulty: Record<string, [what: string, target: Target][]> = {
	cookies: [
		[
			'the last of two counts',
			cookies((header) => new Map([...parseCookies(header.split(';').reverse().join(';'))])),
		],
		[
			'a broken escape throws',
			cookies(
				(header) =>
					new Map([...parseCookies(header)].map(([name, value]) => [name, decodeURIComponent(value)])),
			),
		],
	],
	tokens: [
		[
			'a token is believed that does not decrypt',
			tokens(async (token) => {
				try {
					return await decode({
						token,
						secret: 'a-secret-of-at-least-thirty-two-characters',
						salt: 'authjs.session-token',
					});
				} catch {
					return token.split('.').length === 5 ? { sub: 'mallory' } : null;
				}
			}),
		],
	],
	bodies: [
		[
			'members of JSON reach the prototype',
			bodies(async (request) => {
				const [type, text] = [request.headers.get('content-type') ?? '', await request.text()];
				if (type.includes('json')) return { type, text, fields: JSON.parse(text) };
				return { type, text, fields: Object.fromEntries(new URLSearchParams(text)) };
			}),
		],
	],
	redirects: [
		[
			'whatever begins with a slash is ours',
			redirects((value, _, fallback) => (String(value).startsWith('/') ? String(value) : fallback)),
		],
		[
			'whatever begins with our origin is ours',
			redirects((value, origin, fallback) =>
				String(value).startsWith(origin) ? `/${String(value).slice(origin.length)}` : fallback,
			),
		],
	],
	patterns: [
		['texts are compared', patterns({ ...ofPatterns, coversRoute: (pattern, { id }) => id === pattern })],
		[
			'a path is decoded once',
			patterns({
				...ofPatterns,
				readPath: (path) => ({
					readings: [decodeURI(path).toLowerCase().split('/').filter(Boolean)],
					whole: [],
					decodable: true,
				}),
			}),
		],
	],
	env: [
		[
			'values over several lines are shown',
			env({ ...ofEnv, maskEnv: (text) => text.replace(/=.*$/gm, '=***') }),
		],
		[
			'a place that is none',
			env({
				...ofEnv,
				findDefinitions: (text, name) =>
					text.includes(`${name}=`) ? [{ name, start: 0, value: { start: 0, end: 0 }, line: 1 }] : [],
			}),
		],
	],
	journals: [['signatures are not looked at', journals((root) => [readPlain(root)])]],
	edits: [
		[
			'a byte more',
			edits((...args) => {
				const result = apply(...args);
				return result.kind === 'edited' ? { ...result, text: `${result.text} ` } : result;
			}),
		],
		[
			'a comment less',
			edits((...args) => {
				const result = apply(...args);
				return result.kind === 'edited' ? { ...result, text: result.text.replace(/\/\/.*/, '') } : result;
			}),
		],
	],
};

describe('what is wrong is found', () => {
	test('every target has a control', () => {
		expect(Object.keys(faulty).sort()).toEqual(targets.map(({ name }) => name).sort());
	});

	test.for(
		Object.values(faulty).flatMap((list) =>
			list.map(([what, target]) => [target.name, what, target] as const),
		),
	)('%s: %s', async ([, , target]) => {
		expect(await briefly(target)).not.toEqual([]);
	});
});
