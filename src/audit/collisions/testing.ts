import { parsed } from '../../syntax/tree/nodes.ts';
import { type Collision, collisionsIn } from './index.ts';

/*
 * Hooks and middleware that are only text, for the tests of this folder. Not part of the build.
 */

const toldAs = ({ file, line, text }: Collision): string => `${file}:${line} ${text}`;

const places = { signIn: '/signin', signOut: '/signout', basePath: '/auth', rerouted: false };
export const file = 'src/hooks.server.ts';
export const kit = (text: string, more: Partial<typeof places> & { base?: string } = {}) =>
	collisionsIn(
		parsed(file, text),
		{ framework: 'sveltekit', base: more.base ?? '' },
		{ ...places, ...more },
	).map(toldAs);
export const solid = (text: string) =>
	collisionsIn(
		parsed('src/middleware.ts', text),
		{ framework: 'solid-start', base: '' },
		{ ...places, basePath: '/api/auth' },
	).map(toldAs);

/** What happens to an answer once the page is made. */
export const behindPage = (statement: string) => `export const handle = async ({ event, resolve }) => {
	const response = await resolve(event);
	${statement}
	return response;
};
`;
