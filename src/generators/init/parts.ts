import type { Host } from '../../host/host.ts';
import type { Sources } from '../../host/routes/index.ts';
import type { Change } from '../../plan/change.ts';
import type { Context, InitAnswers } from '../context.ts';
import { stageBase } from './auth-module.ts';
import { contextFor } from './context-for.ts';
import { stagePrerendered } from './prerendered.ts';
import { stageCatchAll } from './solid-start/catch-all.ts';
import { stageConfig, stageMiddleware } from './solid-start/middleware.ts';
import { stageEnvModule } from './sveltekit/env-module.ts';
import { stageHooks } from './sveltekit/hooks.ts';

/** A part of what `init` does that a host cannot do without. */
export type Part =
	| 'hooks'
	| 'endpoints'
	| 'middleware'
	| 'registration'
	| 'variables'
	| 'base'
	| 'prerendered';

const stages: Record<Part, (context: Context) => void> = {
	hooks: stageHooks,
	endpoints: stageCatchAll,
	middleware: stageMiddleware,
	registration: stageConfig,
	variables: stageEnvModule,
	base: stageBase,
	prerendered: stagePrerendered,
};

/** Those without which nothing works, as far as a host has them at all. */
export function partsOf({ framework, generation, base }: Host): Exclude<Part, 'prerendered'>[] {
	const wiring: Exclude<Part, 'prerendered'>[] =
		framework === 'sveltekit' ? ['hooks'] : ['endpoints', 'middleware', 'registration'];
	return [
		...wiring,
		...(generation.declaredEnv ? ['variables' as const] : []),
		...(base === '' ? [] : ['base' as const]),
	];
}

/**
 * What `init` would do for one part of a host in which sign-in is configured already: nothing but skips where it is whole.
 * @param sources of the host, as they were read
 * @throws AuthgraftError as `init` does.
 */
export function planPart(sources: Sources, part: Part, answers: InitAnswers): Change[] {
	const context = contextFor(sources.host, answers, sources);
	stages[part](context);
	return context.staging.changes();
}
