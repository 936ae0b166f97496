import type { Host } from '../../host/host.ts';
import { openSources } from '../../host/routes/index.ts';
import type { Parsed } from '../../syntax/tree/nodes.ts';
import { listed } from '../findings/finding.ts';
import { openFile } from '../findings/reading/open.ts';
import { answerCollisions } from './answers.ts';
import { chainIn } from './chain.ts';
import type { Collision } from './collision.ts';
import { cookieCollisions } from './cookies.ts';
import { gateCollisions } from './gates.ts';
import { unreachedCollisions } from './headers.ts';
import { hookFile } from './hook-file.ts';
import { languageCollisions } from './languages.ts';
import type { Place } from './place.ts';

export type { Collision } from './collision.ts';

/** Where people will sign in, without the host's base. */
export interface SignInPlaces {
	/** `/signin` */
	signIn: string;
	/** `/signout` */
	signOut: string;
	/** `/auth` */
	basePath: string;
	/** `src/hooks.ts` has a `reroute`, which may lead an address with a language in front to the page. */
	rerouted: boolean;
}

/** What of a host's own hooks or middleware is in the way of sign-in that is about to be put in. Changes nothing. */
export function readCollisions(host: Host, places: SignInPlaces): Collision[] {
	const path = hookFile(host);
	const file = path === undefined ? undefined : openFile(openSources(host), path);
	return file ? collisionsIn(file, host, places) : [];
}

/** The same in one file that is parsed already. */
export function collisionsIn(
	file: Parsed,
	{ framework, base }: Pick<Host, 'framework' | 'base'>,
	{ signIn, signOut, basePath, rerouted }: SignInPlaces,
): Collision[] {
	const ofPages = [signIn, signOut].map(
		(path): Place => ({ path, shown: path, isSignOut: path === signOut, id: path, base }),
	);
	const ofEndpoints = ['signin/any', 'callback/any', 'csrf'].map(
		(action): Place => ({
			path: `${basePath}/${action}`,
			shown: `${basePath}/*`,
			isSignOut: false,
			id: '',
			base,
		}),
	);
	const found = chainIn(file, framework).flatMap(({ scope, seesEndpoints }) => {
		const places = seesEndpoints ? [...ofPages, ...ofEndpoints] : ofPages;
		return [
			...gateCollisions(scope, places),
			...(rerouted ? [] : languageCollisions(scope, places)),
			...answerCollisions(scope, places),
			...(seesEndpoints ? [] : unreachedCollisions(scope, ofEndpoints)),
		];
	});
	return onceEach([...found, ...cookieCollisions(file, framework, ofPages)]);
}

/** What several lines do is said once, with all of them; a function that two handles name is met twice. */
function onceEach(found: readonly Collision[]): Collision[] {
	const same = Map.groupBy(found, ({ file, text }) => `${file} ${text}`);
	return [...same.values()].flatMap((all) => {
		const lines = [...new Set(all.map(({ line }) => line))].sort((a, b) => a - b);
		const [line, ...others] = lines;
		const [first] = all;
		if (line === undefined || !first) return [];
		const more = others.length > 0 ? ` (The same in line ${listed(others.map(String))}.)` : '';
		return [{ ...first, line, text: first.text + more }];
	});
}
