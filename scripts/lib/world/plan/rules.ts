import type { Framework } from '../../attack/table.ts';
import type { Place, Rule, Segment } from '../model.ts';
import type { Random } from './random.ts';
import { type Address, addressOf } from './segments.ts';

/** Rules that somebody may want for a tree, as one would type them. */
export function rulesFor(random: Random, framework: Framework, top: Segment[], places: Place[]): Rule[] {
	const home = `/${top.map(({ folder }) => folder).join('/')}`;
	const wholeTree = random.chance(top.length === 0 ? 0.5 : 0.35);
	const count = wholeTree ? 1 : 1 + random.upTo(1);
	const rules = Array.from({ length: count }, () => {
		const most = 1 + random.upTo(1);
		const paths = wholeTree
			? [home]
			: random.some(places, most).map((place) => pathFor(random, framework, place, top.length + 1));
		const below = random.some(places, 2).map((place) => pathFor(random, framework, place, top.length + 1));
		const wanted = [...(home === '/' && random.chance(0.5) ? ['/'] : []), ...below];
		const except = paths.includes('/') || random.chance(0.4) ? wanted : [];
		return rule(
			paths,
			except.filter((path) => !paths.includes(path) || path === '/'),
			random.chance(0.2),
		);
	});
	const page = random.pick(places);
	return framework === 'sveltekit' && random.chance(0.2) && page.id !== '/'
		? [...rules, { args: [page.id, '--page'], paths: [], except: [], role: false }]
		: rules;
}

/** The rule for all of a tree. */
export const wholeTree = (top: readonly Segment[]): Rule => {
	const home = `/${top.map(({ folder }) => folder).join('/')}`;
	return { args: [home, '--force'], paths: [home], except: [], role: false };
};

function rule(paths: string[], except: string[], role: boolean): Rule {
	const named = [...new Set(paths)];
	const open = [...new Set(except)];
	// `/` alone is a question, which nobody is there to answer.
	const sure = named.includes('/') && open.length === 0 ? ['--force'] : [];
	const options = [...open.flatMap((path) => ['--except', path]), ...(role ? ['--role', 'admin'] : [])];
	return { args: [...named, ...options, ...sure], paths: named, except: open, role };
}

/** The way to a place, or the beginning of it: by the names of its folders, or by a value of a parameter. */
function pathFor(random: Random, framework: Framework, { segments }: Place, least: number): string {
	const length = Math.min(segments.length, least + random.upTo(2));
	const parts: string[] = [];
	for (const { folder, text, group, optional, rest, values } of segments.slice(0, length)) {
		const isKit = framework === 'sveltekit';
		if (group || (optional && !rest)) {
			if (isKit && random.chance(0.3)) parts.push(folder);
			continue;
		}
		if (text !== undefined) parts.push(text);
		else if (rest && !isKit) break;
		else if (random.chance(0.25)) parts.push(...plainValue(random.pick(values ?? [])));
		else parts.push(folder.replace(/=[^\]]+(?=\])/, (matcher) => (random.chance(0.5) ? matcher : '')));
	}
	return `/${parts.join('/')}`;
}

const plainValue = (value: string): string[] => (/^[\w/-]+$/.test(value) ? value.split('/') : ['plain-7']);

/**
 * Whether the words of a rule are about an address: it begins with one of its paths, and with none that stays open.
 * Thought of as people read it, not as any code does; only what is beyond doubt counts.
 */
export function isMeant(rule: Rule, framework: Framework, segments: Segment[], address: Address): boolean {
	// Nobody could sign in if those were not open.
	if (['signin', 'signout'].includes(address.plain.join('/'))) return false;
	const names = namesBySegment(segments, address);
	// On SolidStart a parameter in a rule stands for anything, on SvelteKit for the folder of that name.
	const isSame = (part: string, index: number) =>
		part === address.plain[index] ||
		part === names[index] ||
		(framework === 'solid-start' && /^\[.+\]$/.test(part));
	const begins = (path: string) => {
		const wanted = bare(path).split('/').filter(Boolean);
		return wanted.length <= address.plain.length && wanted.every(isSame);
	};
	// `/` is everything in a rule, and the home page alone where it stays open.
	const isOpen = (path: string) =>
		path === '/'
			? address.plain.length === 0
			: begins(path) || (framework === 'sveltekit' && isNamed(bare(path).split('/').slice(1), segments));
	// A group is no part of an address: what lies in it is told by the route alone.
	return rule.paths.some((path) => !path.includes('(') && begins(path)) && !rule.except.some(isOpen);
}

/** Whether a path names the folders of a route: SvelteKit opens it then at each of its addresses, in every language. */
function isNamed(wanted: readonly string[], [segment, ...others]: readonly Segment[]): boolean {
	const [part, ...more] = wanted;
	if (part === undefined) return true;
	if (!segment) return false;
	const isSame = part === segment.text || part === bare(segment.folder);
	const mayBeLeftOut = segment.group || segment.optional;
	return (isSame && isNamed(more, others)) || (mayBeLeftOut === true && isNamed(wanted, others));
}

/** For each segment of an address, the parameter that it is a value of: `[id2]`. */
function namesBySegment(segments: readonly Segment[], { taken }: Address): string[] {
	return segments.flatMap((segment, index) => {
		const name = bare(segment.folder);
		const { plain } = addressOf([segment], [taken[index]]);
		return plain.map(() => (segment.rest ? '' : name));
	});
}

/** Without groups and matchers, which a rule may leave out. */
const bare = (path: string): string => path.replace(/\(\w+\)\/?/g, '').replace(/=[^\]]+(?=\])/g, '');
