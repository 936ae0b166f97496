import { declareEnvVariables } from './env-vars.ts';
import { addAuthHandle, type HookRequest } from './hooks.ts';
import { addSessionToLoad } from './load.ts';
import { addAuthMiddleware, type MiddlewareRequest } from './middleware.ts';
import { addDependencies } from './package-json.ts';
import { registerMiddleware } from './solid-config.ts';
import type { EditResult } from './text.ts';

/**
 * Every transform with the arguments that its tests give it: for the fixtures (`fixtures.test.ts`) and for the
 * properties (`test/edits`). A new transform means a new line here.
 */
export type Transform = (path: string, content: string, request: object) => EditResult;

const hookRequest: HookRequest = {
	authModule: './auth',
	runtimeModule: '@authgraft/runtime/sveltekit',
	protect: [],
};
const middlewareRequest: MiddlewareRequest = {
	authModule: './auth',
	runtimeModule: '@authgraft/runtime/solid-start',
	protect: [],
};
const variables = [
	{ name: 'AUTH_SECRET', description: 'Encrypts sessions' },
	{ name: 'AUTH_URL', description: "The host's address" },
];
const dependencies = { '@auth/core': '^0.41.3', '@authgraft/runtime': '^0.1.0' };

export const transforms: Record<string, Transform> = {
	hooks: (path, content, request) => addAuthHandle(path, content, { ...hookRequest, ...request }),
	load: (path, content) => addSessionToLoad(path, content, { typed: path.endsWith('.ts') }),
	middleware: (path, content, request) =>
		addAuthMiddleware(path, content, { ...middlewareRequest, ...request }),
	'solid-config': (path, content) => registerMiddleware(path, content, './src/middleware.ts'),
	'env-vars': (path, content) => declareEnvVariables(path, content, variables),
	'package-json': (_, content) => addDependencies(content, dependencies),
};
