import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '../../../bootstrap.mjs';
import { frameworks } from '../../attack/table.ts';
import { politeRequests } from '../visit/requests.ts';
import { planWorld } from './index.ts';
import { Random } from './random.ts';
import { addressesOf } from './segments.ts';

// SvelteKit's own router, which is none of its exports.
const router = join(root, 'node_modules/@sveltejs/kit/src/utils/routing.js');
const { parse_route_id: read, exec } = (await import(pathToFileURL(router).href)) as {
	parse_route_id(id: string): { pattern: RegExp; params: unknown[] };
	exec(match: RegExpMatchArray, params: unknown[], matchers: object): object | undefined;
};

const seeds = Array.from({ length: 60 }, (_, index) => index);

test.each(frameworks)('%s: a seed makes the same world again, and another seed another one', (framework) => {
	const plan = (seed: number) => JSON.stringify(planWorld({ framework, seed, trees: 4 }));
	expect(plan(7)).toBe(plan(7));
	expect(new Set(seeds.map(plan)).size).toBe(seeds.length);
});

test('SvelteKit takes every address of a route for that route', () => {
	const schema = (takes: RegExp) => ({
		'~standard': { validate: (value: string) => (takes.test(value) ? { value } : { issues: [{}] }) },
	});
	const matchers = { int: schema(/^\d+$/), lang: schema(/^(de|en)$/), word: schema(/^[a-z]+$/i) };
	let asked = 0;
	for (const seed of seeds) {
		const { trees } = planWorld({ framework: 'sveltekit', seed, trees: 4 });
		for (const { id, segments } of trees.flatMap(({ places }) => places)) {
			const { pattern, params } = read(id);
			for (const { path } of addressesOf(segments, new Random(seed), 8)) {
				const match = pattern.exec(decodeURI(path));
				expect([id, path, match && exec(match, params, matchers)]).toEqual([id, path, expect.any(Object)]);
				asked++;
			}
		}
	}
	expect(asked).toBeGreaterThan(2_000);
});

test.each(frameworks)('%s: worlds have everything in them', (framework) => {
	const worlds = seeds.map((seed) => planWorld({ framework, seed, trees: 4 }));
	const ids = worlds
		.flatMap(({ trees }) => trees.flatMap(({ places }) => places.map(({ id }) => id)))
		.join('\n');
	const features = [/\(app\)/, /\[\[opt/, /\[\.\.\.rest/, /\[id/, /^\/$/m, /auth\/users/];
	if (framework === 'sveltekit') features.push(/=lang\]\]/, /=word\]/, /pre-\[/, /\[x\+2e\]/);
	for (const feature of features) expect(ids).toMatch(feature);
	const rules = worlds
		.flatMap(({ trees }) => trees.flatMap(({ rules }) => rules.map(({ args }) => args.join(' '))))
		.join('\n');
	for (const option of [/^\/ --except/m, /--role admin/, /\[id/, /^\/t\d --except \/t\d\//m])
		expect(rules).toMatch(option);
	const kinds = new Set(
		worlds.flatMap(({ kept }) => kept.flatMap(({ entries }) => entries.map(({ kind }) => kind))),
	);
	const all = {
		sveltekit: ['page', 'data request', 'action', 'endpoint', 'remote function'],
		'solid-start': ['page', 'endpoint', 'server function'],
	};
	expect([...kinds].sort()).toEqual([...all[framework]].sort());
	const dresses = worlds.map(({ dress }) => dress);
	expect(dresses.some(({ base, late }) => base !== '' && late)).toBe(true);
	expect(dresses.some(({ base, late }) => base !== '' && !late)).toBe(true);
	expect(dresses.some(({ signInPage }) => signInPage !== '/signin')).toBe(framework === 'sveltekit');
});

test('a route that can lie where sign-in answers is asked there', () => {
	const found = seeds.flatMap((seed) => {
		const world = planWorld({ framework: 'sveltekit', seed, trees: 1, atRoot: true, dress: { base: '' } });
		const [tree] = world.trees;
		return (tree?.places ?? []).flatMap((place) =>
			politeRequests(world, place, 'http://x').map(({ request }) => request.target),
		);
	});
	for (const target of ['/auth/signin', '/auth/signin/__data.json', '/signin', '/de/signin', '/auth/session'])
		expect(found).toContain(target);
});
