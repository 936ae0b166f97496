import {
	coversRoute,
	isPattern,
	opensRoute,
	routeSegments,
} from '../../../../runtime/src/core/access/route-pattern.ts';
import { covers, readPath, splitPath } from '../../../../runtime/src/solid-start/guard/path-pattern.ts';
import type { Random } from '../random.ts';
import { must, type Target } from '../target.ts';

const segments = [
	'dashboard',
	'[slug]',
	'[[lang]]',
	'[...rest]',
	'(app)',
	'[x+2e]well-known',
	'[slug=word]',
	'@[user]',
	'a b',
	'é',
	'[u+1f468-200d]',
	'public',
];

interface Readers {
	coversRoute: typeof coversRoute;
	readPath: typeof readPath;
}

const pathOf = (random: Random) =>
	`/${Array.from({ length: random.small(5) }, () => random.pick(segments)).join('/')}`;

/** The patterns of rules, on both frameworks. An input holds a pattern, a route and a parameter's value, a line each. */
export const patterns = (readers: Readers = { coversRoute, readPath }): Target => ({
	name: 'patterns',
	words: [...segments, '/', '\n', '%2f', '%252e', '..'],
	source: ['/runtime/src/core/access/route-pattern.ts', '/runtime/src/solid-start/guard/path-pattern.ts'],
	short: 3000,
	make: (random: Random) => [pathOf(random), pathOf(random), random.pick(segments)].join('\n'),
	check(input) {
		const [pattern = '', id = '', value = ''] = input.split('\n');
		if (isPattern(pattern) && isRouteId(id)) checkRoute(readers, pattern, id, value);
		checkPath(readers, value);
	},
});

/** As routers name routes: escapes stand for characters. */
const isRouteId = (id: string): boolean =>
	id.startsWith('/') &&
	[...id.matchAll(/\[[xu]\+([^\]]*)\]/gi)].every(([, codes = '']) =>
		/^[0-9a-f]{2,5}(?:-[0-9a-f]{2,5})*$/i.test(codes),
	);

function checkRoute({ coversRoute }: Readers, pattern: string, id: string, value: string): void {
	const params = { slug: value, lang: value, rest: value, user: value };
	const isCovered = (rule: string, route: string) => coversRoute(rule, { id: route, params });
	must(isCovered('/', id), 'the rule for all covers all');
	must(isCovered(id, id), 'a route is covered by its own name');
	must(isCovered(id, `${id}/below`), 'and what lies below it');
	if (!isCovered(pattern, id)) {
		must(
			!opensRoute(pattern, id) || pattern.split('/').join('') === '',
			'what opens by a name covers by it, too',
		);
		return;
	}
	must(isCovered(pattern, `${id}/below`), 'what covers a route covers what lies below');
	const parts = routeSegments(pattern);
	must(isCovered(`/${parts.slice(0, -1).join('/')}`, id), 'a rule further up covers it, too');
	must(
		!opensRoute(pattern, id, true) || opensRoute(pattern, id),
		'what opens one route opens with what lies below',
	);
}

/** What a guard of SolidStart compares, for every way of writing the same path. */
function checkPath({ readPath }: Readers, value: string): void {
	const parts = splitPath(value).filter((part) => part !== '.' && part !== '..');
	// As `protect` reads a pattern.
	const clean = readPath(`/${parts.join('/')}`, '').readings.at(-1) ?? [];
	const path = `/${clean.join('/')}`;
	const isGuarded = (spelled: string) =>
		readPath(spelled, '').readings.some((reading) => covers(clean, reading));
	must(isGuarded(path), 'a path is covered by its own pattern');
	must(isGuarded(path.toUpperCase().toLowerCase() === path ? path.toUpperCase() : path), 'in capitals');
	must(isGuarded(path.replaceAll('/', '//')), 'with its slashes twice');
	must(isGuarded(`/x/..${path}`), 'with a detour');
	must(isGuarded(path.replaceAll('/', '\\')), 'with backslashes');
	if (!value.isWellFormed()) return;
	const encoded = `/${clean.map(encodeURIComponent).join('/')}`;
	must(isGuarded(encoded), 'percent-encoded');
	must(isGuarded(encoded.replaceAll('%', '%25')), 'percent-encoded twice');
}
