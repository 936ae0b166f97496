import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/edits/support.ts';
import { parsed } from '../../syntax/tree/nodes.ts';
import type { HookContext } from './leaks/hook-context.ts';
import { hookFindings } from './leaks/hooks.ts';
import { actionFindings, type LoadContext, layoutFindings, universalPageFindings } from './leaks/layouts.ts';
import { notAwaitedFindings } from './leaks/not-awaited.ts';
import { solidPageFindings } from './leaks/solid-pages.ts';
import { loadScope } from './own/load-guards.ts';
import { ownRules } from './own/rules.ts';
import { testsOfPattern } from './paths/regular-expression.ts';
import { route } from './testing.ts';

const context: Omit<HookContext, 'framework'> = {
	version: '3.2.0',
	base: '/shop',
	routes: [route('/dashboard'), route('/[...rest]'), route('/[[lang]]/x-[id=int]')],
	reroute: true,
	adapter: undefined,
	remote: ['secret()'],
};

/** No text makes a reader throw, and what is found lies in the file. */
function survives(path: string, text: string): void {
	const file = parsed(path, text);
	const page = route('/dashboard', {
		pageServer: path,
		serverLoad: true,
		actions: ['default', 'add'],
		layouts: [{ server: path }],
	});
	const loads: LoadContext = {
		open: () => file,
		names: () => [],
		routesFolder: 'src/routes',
		routes: [page],
		isGuarded: () => false,
	};
	const found = [
		...hookFindings(file, { ...context, framework: 'sveltekit' }),
		...hookFindings(file, { ...context, framework: 'solid-start' }),
		...layoutFindings(file, 'server', loads),
		...layoutFindings(file, 'universal', loads),
		...universalPageFindings(file, page, loads),
		...actionFindings(file, page, loads),
		...notAwaitedFindings(loadScope(file)),
		...solidPageFindings(file, '/dashboard', true),
	];
	for (const rule of ownRules(file, 'sveltekit')) rule.covers(page);
	const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).length;
	const odd = found.filter(
		({ line, message, fix }) => !(line > 0 && line <= lines) || message === '' || fix === '',
	);
	expect(odd).toEqual([]);
}

const root = join(import.meta.dirname, '../../../test/fixtures/findings');
const fixtures = ['hooks', 'middleware'].flatMap((folder) =>
	readdirSync(join(root, folder)).map((name) => readFileSync(join(root, folder, name), 'utf8')),
);
const loads = readdirSync(join(root, 'hosts'), { recursive: true, encoding: 'utf8' })
	.filter((name) => /\.[jt]sx?$/.test(name))
	.flatMap((name) => {
		try {
			return [readFileSync(join(root, 'hosts', name), 'utf8')];
		} catch {
			// A folder of this name: `account.tsx` beside none, but fixtures may grow one.
			return [];
		}
	});
const words = fixtures.concat(loads).flatMap((text) => text.match(/[\w$]+|[^\s\w]/g) ?? []);

describe('no text makes a reader throw', () => {
	for (const path of ['src/hooks.server.ts', 'src/a.js', 'src/b.tsx'])
		test(path, () => {
			fc.assert(
				fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => survives(path, text)),
				runs(40),
			);
			const soup = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join(' '));
			fc.assert(
				fc.property(soup, (text) => survives(path, text)),
				runs(60),
			);
		});

	test('half a file, and one with a splinter in it', () => {
		const broken = fc.tuple(
			fc.constantFrom(...fixtures, ...loads),
			fc.nat(),
			fc.nat(),
			fc.constantFrom(...words, ''),
		);
		fc.assert(
			fc.property(broken, ([text, a, b, splinter]) => {
				const [from, to] = [a % (text.length + 1), b % (text.length + 1)];
				survives('src/hooks.server.ts', text.slice(0, from) + splinter + text.slice(to));
			}),
			runs(150),
		);
	});

	test('names that go round in a circle, and deep nesting', () => {
		const circles = [
			'const a = b; const b = a; export const handle = a;',
			'const p = p.split("/"); export const handle = () => { if (p === "/x" && !user) return new Response("", { status: 401 }); };',
			'const a = !b; const b = !a; export const handle = () => { if (a && !locals.user) throw redirect(303, "/"); };',
			'const f = (x) => g(x); const g = (x) => f(x); export function handle({ event }) { if (f(event.url.pathname) && !event.locals.user) redirect(303, "/"); }',
			'function f(x) { if (!x.locals.user) f(x); redirect(303, "/") } export function handle({ event }) { if (event.url.pathname === "/a") f(event); }',
			'export { handle } from "./hooks.server"; export * from "./hooks.server";',
			'const list = [...list]; export function handle({ event }) { if (list.includes(event.url.pathname) && !event.locals.user) redirect(303, "/"); }',
		];
		for (const text of circles) survives('src/hooks.server.ts', text);
		for (const [open, close] of ['()', '[]', '{}', '!('].map((pair) => [...pair] as [string, string]))
			survives(
				'src/hooks.server.ts',
				`export const handle = ${open.repeat(150)}1${close === '(' ? '' : close.repeat(150)};`,
			);
		const many = Array.from(
			{ length: 40 },
			(_, index) => `(a${index} || event.url.pathname === '/${index}')`,
		).join(' && ');
		survives(
			'src/hooks.server.ts',
			`export function handle({ event }) { if (${many} && !event.locals.user) redirect(303, '/'); }`,
		);
	});
});

test('a regular expression is read in no time, whatever it is', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: fc.constantFrom(...'^$/\\()|?*+[]{}.-abz!:'), maxLength: 40 }),
			(source) => {
				for (const { text } of testsOfPattern(source) ?? []) expect(typeof text).toBe('string');
			},
		),
		runs(300),
	);
	expect(testsOfPattern('^\\/admin')).toEqual([{ how: 'prefix', text: '/admin' }]);
	expect(testsOfPattern('^/(app|admin)(/|$)')).toEqual([
		{ how: 'prefix', text: '/app' },
		{ how: 'prefix', text: '/admin' },
	]);
	expect(testsOfPattern('^\\/login\\/?$')).toEqual([{ how: 'exact', text: '/login' }]);
	expect(testsOfPattern('^\\/users?')).toEqual([{ how: 'prefix', text: '/user' }]);
	expect(testsOfPattern('secret')).toEqual([{ how: 'part', text: 'secret' }]);
	expect(testsOfPattern('^\\/\\(app\\)')).toEqual([{ how: 'prefix', text: '/(app)' }]);
	for (const none of ['^\\/(?!login)', '.*', '^[a-z]', 'a.*b']) expect(testsOfPattern(none)).toBeUndefined();
});
