import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';
import type { WireRequest } from './wire.ts';

export type Framework = 'sveltekit' | 'solid-start';
export const frameworks: readonly Framework[] = ['sveltekit', 'solid-start'];

/**
 * What a stranger gets: `closed` is any refusal of a guard, `silent` whatever tells nothing, `open` a file that no guard
 * sees, `public` a page for everybody, `unanswered` nothing at all where the server has that fault; a number is the status.
 */
export type Expectation = 'closed' | 'silent' | 'open' | 'public' | 'unanswered' | number;

/** One value for all, or one for each version: `2`, and `2.5` where that differs from it. */
export type ByMajor<T> = T | Record<string, T>;

/** One line of `test/attacks/<framework>.json`, written for any path: `{path}` and the like stand for its spellings. */
export interface Row {
	/** Number in the table of the source; a letter and a number for rows of our own. */
	id: string;
	name: string;
	method?: string;
	target: string;
	headers?: Record<string, string>;
	body?: string;
	expect: ByMajor<Expectation>;
	/** Documented guards past which this goes. */
	leaks?: ByMajor<string[]>;
	/** Documented guards that refuse when what they guard has run already. With others it may, as time has it. */
	runs?: ByMajor<string[]>;
	/** What somebody who is signed in gets to see, by the kind of its secret. */
	shows?: string;
	/** Cannot be said in one request; where it is tested instead. */
	elsewhere?: string;
}

export interface Table {
	source: string;
	/** The documented guards that `leaks` speaks of, with what each does. */
	guards: Record<string, string>;
	rows: Row[];
}

/** What the placeholders of a table stand for, besides the spellings of the path. */
export interface Places {
	/** The guarded path: `/dashboard`. */
	path: string;
	/** More places by name: `open`, `alias`, `layered`. */
	values: Record<string, string>;
	/** Functions that browsers call by an address of their own; rows that speak of one are repeated for each. */
	functions: readonly Record<string, string>[];
}

export interface Prepared {
	row: Row;
	request: WireRequest;
}

export function readTable(framework: Framework): Table {
	return JSON.parse(readFileSync(join(root, 'test/attacks', `${framework}.json`), 'utf8'));
}

/** @param version `3`, `2.5` */
export const expected = ({ expect }: Row, version: string): Expectation =>
	isByMajor(expect) ? valueFor(expect, version) : expect;

/** Whether a documented guard is known to give way to a row: in its answer, or by what has run. */
export function gives(list: ByMajor<string[]> | undefined, guard: string, version: string): boolean {
	if (list === undefined) return false;
	return (Array.isArray(list) ? list : valueFor(list, version)).includes(guard);
}

const isByMajor = (value: ByMajor<Expectation>): value is Record<string, Expectation> =>
	typeof value === 'object';

function valueFor<T>(values: Record<string, T>, version: string): T {
	const value = values[version] ?? values[version.split('.')[0] ?? ''];
	if (value === undefined)
		throw new Error(`Nothing is said of version ${version}: ${JSON.stringify(values)}`);
	return value;
}

/** The requests of a row; a reason instead where it speaks of something that this application has not. */
export function prepare(row: Row, { path, values, functions }: Places): Prepared[] | string {
	if (row.elsewhere) return row.elsewhere;
	const texts = JSON.stringify([row.target, row.headers, row.body]);
	const names = [...texts.matchAll(/\{([a-z][a-z:-]*)\}/g)].map(([, name = '']) => name);
	const perFunction = names.some((name) => name.startsWith('function'));
	if (perFunction && functions.length === 0) return 'no function that browsers can call was found';
	const known: Record<string, string> = { ...spellings(path), ...values };
	const missing = names.find((name) => !(name in known) && !(functions[0] && name in functions[0]));
	if (missing !== undefined) return `nobody said where "${missing}" is`;
	const each = perFunction ? functions : [{}];
	return each.map((one) => ({ row, request: requestOf(row, { ...known, ...one }) }));
}

function requestOf(row: Row, known: Record<string, string>): WireRequest {
	const fill = (text: string) => text.replace(/\{([a-z][a-z:-]*)\}/g, (whole, name) => known[name] ?? whole);
	const headers = Object.entries({ accept: '*/*', ...row.headers });
	return {
		method: row.method ?? 'GET',
		target: fill(row.target),
		headers: headers.map(([name, value]) => [name, fill(value)] as const),
		body: fill(row.body ?? ''),
	};
}

/** `{path:first}` and its like: the ways to write a path that a router may understand and a guard may not. */
function spellings(path: string): Record<string, string> {
	const name = path.slice(1);
	const [first = '', ...rest] = name;
	const last = name.at(-1) ?? '';
	const escaped = (text: string) =>
		[...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
	const fullWidth = String.fromCodePoint(first.charCodeAt(0) + 0xfee0);
	return {
		path,
		name,
		'path:first': `/${escaped(first)}${rest.join('')}`,
		'path:last': `/${name.slice(0, -1)}${escaped(last)}`,
		'path:second': `/${first}${escaped(rest[0] ?? '')}${rest.slice(1).join('')}`,
		'path:double': `/%25${escaped(first).slice(1)}${rest.join('')}`,
		'path:title': `/${first.toUpperCase()}${rest.join('')}`,
		'path:upper': path.toUpperCase(),
		'path:camel': `/${first}${(rest[0] ?? '').toUpperCase()}${rest.slice(1).join('')}`,
		'path:wide': `/${encodeURIComponent(fullWidth)}${rest.join('')}`,
	};
}
