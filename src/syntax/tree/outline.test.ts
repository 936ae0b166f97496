import { expect, test } from 'vitest';
import { withoutBodies } from './outline.ts';

/** Blanks of any number as one. `#` stands for a backtick, `@` for a dollar. */
const outline = (text: string): string => withoutBodies(text).replace(/ {2,}/g, ' ');
const template = (text: string): string => text.replaceAll('#', '`').replaceAll('@', '$');

test.each([
	['export const load = async ({ params }) => { return 1; };', 'export const load = async ( ) => { };'],
	['export async function load(event) { return { a }; }', 'export async function load(event) { }'],
	[
		'export const a = { b: async (ev) => { f(); }, c() { g(); } };',
		'export const a = { b: async ( ) => { }, c() { } };',
	],
	['const f = (a = () => { return 1; }) => { return #@{a}}#; };', 'const f = ( ) => { };'],
	[
		'const r = /[{(]/, t = #@{a}}#;\nf(() => { /}/.test(a / b); });',
		'const r = /[{(]/, t = #@{a}}#;\nf(() => { });',
	],
	['export const prerender = { a: { b: 1 } };', 'export const prerender = { a: { b: 1 } };'],
])('%s', (text, expected) => {
	expect(outline(template(text))).toBe(template(expected));
	expect(withoutBodies(template(text))).toHaveLength(text.length);
});

test.each([
	// Only a parser knows whether a slash behind a bracket divides.
	['if (a) /}/.test(b);\nconst f = () => { g(); };'],
	['const f = () => { if (a) /}{/.test(b); return 1; };'],
	['const a = f() / 2, g = () => { h(); };'],
	['const f = () => { if (a) { b(); };'],
	['const f = () => { a(); }];'],
	['const f = () => { a(#@{b); };'],
	["const f = () => { a('); };\n"],
])('in doubt as it is: %s', (text) => {
	expect(withoutBodies(template(text))).toBe(template(text));
});
