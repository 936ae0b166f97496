import type { Framework } from '../../attack/table.ts';
import type { Segment } from '../model.ts';
import type { Random } from './random.ts';

const words = ['blog', 'blogs', 'team', 'admin', 'notes', 'v1', 'me', 'a.b', 'größe', 'x-y', 'users', 'auth'];
const groups = ['(app)', '(members)', '(de)'];

/** Values that mean something elsewhere: own pages of sign-in, files of the framework, names of others, escapes. */
const wild = [
	...['plain-7', 'signin', 'signout', 'auth', 'api', 'error', '%73ignin', 'SIGNIN', 'de', '7'],
	...['a%2Fb', 'auth%2Fsignin', '..%2Fsignin', '.well-known', '_app', '%5Bid%5D', 'gr%C3%B6%C3%9Fe', '%20'],
];
const wildRest = ['plain/7', 'auth/signin', 'signin', 'de/signin', 'a%2Fb/c', 'auth%2Fsignin', 'x/', '/x'];
/** Where sign-in answers, or has its pages: whatever route can take one of these is asked there. */
const ofSignIn = [
	...[
		'signin',
		'signout',
		'de/signin',
		'auth',
		'auth/signin',
		'auth/signout',
		'auth/error',
		'auth/verify-request',
	],
	...['auth/session', 'auth/signin/github', 'auth/users', 'api/auth', 'api/auth/signin', 'api/auth/session'],
	...['api/auth/users', 'api/auth/verify-request'],
].map((path) => path.split('/'));
/** Of SvelteKit's matchers, which `sveltekit.ts` writes. */
const matched: Record<string, { values: readonly string[]; takes: RegExp }> = {
	int: { values: ['7', '007'], takes: /^\d+$/ },
	lang: { values: ['de', 'en'], takes: /^(de|en)$/ },
	word: { values: ['plain', 'Signin', 'signin', 'auth', 'blog'], takes: /^[a-z]+$/i },
};

export const literal = (name: string): Segment => ({
	folder: name,
	text: name,
	key: name.toLowerCase(),
});

const parameter = (folder: string, values: readonly string[], key: string, more: Partial<Segment> = {}) =>
	({ folder, values, key, ...more }) satisfies Segment;

export const group = (name: string): Segment => ({ folder: name, group: true, key: '' });

/**
 * A segment that nobody planned. Names of parameters differ by depth: a router wants them so within one route.
 * @param taken what must not be there, since something else is: `signin` at the root
 */
export function anySegment(
	random: Random,
	framework: Framework,
	depth: number,
	taken: readonly string[],
): Segment {
	const roll = random.next();
	const name = (text: string) => `${text}${depth}`;
	if (roll < 0.42) return literal(random.pick(words.filter((word) => !taken.includes(word))));
	if (roll < 0.55) return group(random.pick(groups));
	if (roll < 0.7) return parameter(`[${name('id')}]`, wild, '<*>', { takes: /./ });
	if (roll < 0.8) return parameter(`[[${name('opt')}]]`, wild, '<?*>', { optional: true, takes: /./ });
	if (roll < 0.9 || framework === 'solid-start') {
		const more = { rest: true, optional: true } as const;
		return parameter(`[...${name('rest')}]`, wildRest, '<...*>', more);
	}
	return ofSvelteKit(random, name);
}

/** What only SvelteKit's router knows: matchers, texts round a parameter, escaped characters. */
function ofSvelteKit(random: Random, name: (text: string) => string): Segment {
	const matcher = random.pick(Object.keys(matched));
	const { values = [], takes = /^$/ } = matched[matcher] ?? {};
	const around = (before: string, after: string) =>
		wild.slice(0, 8).map((value) => `${before}${value}${after}`);
	return random.pick<Segment>([
		parameter(`[${name('id')}=${matcher}]`, values, `<${matcher}>`, { takes }),
		parameter(`[[${name('opt')}=${matcher}]]`, values, `<?${matcher}>`, { optional: true, takes }),
		parameter(`pre-[${name('id')}]`, around('pre-', ''), 'pre-<*>'),
		parameter(`[${name('id')}].json`, around('', '.json'), '<*>.json'),
		{ folder: '[x+2e]hidden', text: '.hidden', key: '.hidden' },
		{ folder: 'sign[u+0069]n-x', text: 'signin-x', key: 'signin-x' },
	]);
}

/** One way to ask for a route. */
export interface Address {
	/** As it goes over the wire, without the base: `/blog/a%2Fb`. */
	path: string;
	/** Its segments as people read them. */
	plain: string[];
	/** By index of the route's segment: what was taken for it, undefined where it is left out. */
	taken: (string | undefined)[];
}

/** Addresses that lead to a route: an ordinary one, those without what may be left out, and with values of all kinds. */
export function addressesOf(segments: readonly Segment[], random: Random, most: number): Address[] {
	const ordinary = segments.map((segment) => segment.values?.[0]);
	const choices = [ordinary, segments.map(({ values, optional }) => (optional ? undefined : values?.[0]))];
	const special = segments.flatMap(({ values = [] }, index) =>
		values.slice(1).map((value) => ordinary.map((one, at) => (at === index ? value : one))),
	);
	choices.push(...ofSignIn.flatMap((parts) => fits(segments, parts) ?? []), ...random.some(special, most));
	const found = choices.map((taken) => addressOf(segments, taken));
	const paths = found.map(({ path }) => path);
	return found.filter(({ path }, index) => paths.indexOf(path) === index);
}

/** The values with which a route is at a path; none where it cannot be. Texts round a parameter fit nothing here. */
function fits(segments: readonly Segment[], parts: readonly string[]): [(string | undefined)[]] | undefined {
	const [segment, ...others] = segments;
	if (!segment) return parts.length === 0 ? [[]] : undefined;
	const after = (taken: number, value: string | undefined) => {
		const rest = fits(others, parts.slice(taken));
		return rest && ([[value, ...rest[0]]] as [(string | undefined)[]]);
	};
	if (segment.group) return after(0, undefined);
	if (segment.text !== undefined) return segment.text === parts[0] ? after(1, undefined) : undefined;
	if (segment.rest)
		for (let taken = parts.length; taken > 0; taken--) {
			const found = after(taken, parts.slice(0, taken).join('/'));
			if (found) return found;
		}
	const [first] = parts;
	const takes = first !== undefined && !segment.rest && (segment.takes?.test(first) ?? false);
	return (takes ? after(1, first) : undefined) ?? (segment.optional ? after(0, undefined) : undefined);
}

export function addressOf(segments: readonly Segment[], taken: readonly (string | undefined)[]): Address {
	const parts = segments.flatMap(({ group, text, optional }, index) => {
		if (group) return [];
		if (text !== undefined) return [encodeURIComponent(text)];
		const value = taken[index];
		if (value === undefined && !optional) throw new Error('A parameter has no value');
		return value === undefined ? [] : value.split('/');
	});
	const plain = parts.filter(Boolean).map((part) => decodeURIComponent(part));
	return { path: `/${parts.join('/')}`, plain, taken: [...taken] };
}

/** As the router's own conflict check sees a route, once for each way to leave something out. */
export function claimsOf(segments: readonly Segment[]): string[] {
	let claims = [''];
	for (const { key, group } of segments) {
		if (group) continue;
		const optional = /^<\?(.+)>$/.exec(key)?.[1];
		const next = optional === undefined ? [key] : [`<${optional}>`, undefined];
		claims = claims.flatMap((claim) => next.map((one) => (one === undefined ? claim : `${claim}/${one}`)));
	}
	return claims;
}
