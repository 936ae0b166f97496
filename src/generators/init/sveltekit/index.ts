import type { Change } from '../../../plan/change.ts';
import type { Context } from '../../context.ts';
import { appTypesChanges } from './app-types.ts';
import { envModuleChange } from './env-module.ts';
import { hooksChange } from './hooks.ts';
import { layoutChange } from './layout.ts';
import { pageChanges } from './pages.ts';

/** What a SvelteKit host gets besides the auth module and the env files. */
export const sveltekitChanges = (context: Context): Change[] => [
	hooksChange(context),
	...pageChanges(context),
	layoutChange(context),
	...appTypesChanges(context),
	...(context.host.generation.declaredEnv ? [envModuleChange(context)] : []),
];
