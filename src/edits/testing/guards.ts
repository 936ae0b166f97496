import { addFunctionGuards } from '../guards/add.ts';
import { type GuardedPageRequest, unwrapGuardedPage, wrapGuardedPage } from '../guards/page.ts';
import { removeFunctionGuards } from '../guards/remove.ts';
import type { GuardRequest } from '../guards/request.ts';

const kit: Omit<GuardRequest, 'typed'> = {
	framework: 'sveltekit',
	runtimeModule: '@authgraft/runtime/sveltekit',
	requestEvent: true,
	functions: [{ kind: 'load' }],
};
const solid: Omit<GuardRequest, 'typed'> = {
	framework: 'solid-start',
	runtimeModule: '@authgraft/runtime/solid-start',
	sessionModules: ['~/session'],
	authModule: '../auth',
	requestEvent: true,
	functions: [{ kind: 'function' }],
};
const page: GuardedPageRequest = { module: '~/guarded' };

/** What a test asks for, on top of what fits the framework and the file. */
export function guardRequest(path: string, request: object): GuardRequest {
	const base = 'framework' in request && request.framework === 'solid-start' ? solid : kit;
	return { ...base, typed: /\.tsx?$/.test(path), ...request };
}

/** Guards move parameters and parentheses, and are taken away again: what exactly, the fixtures say. */
const taking = <T extends object>(transform: T) =>
	Object.assign(transform, { takesAway: 'anything' as const });

/** The transforms of guards inside files, for `transforms.ts`. */
export const guardTransforms = {
	'guards/add': taking((path: string, content: string, request: object) =>
		addFunctionGuards(path, content, guardRequest(path, request)),
	),
	'guards/remove': taking((path: string, content: string, request: object) =>
		removeFunctionGuards(path, content, guardRequest(path, request)),
	),
	'guards/page': taking((path: string, content: string, request: object) =>
		wrapGuardedPage(path, content, { ...page, ...request }),
	),
	'guards/page-removed': taking((path: string, content: string, request: object) =>
		unwrapGuardedPage(path, content, { ...page, ...request }),
	),
};
