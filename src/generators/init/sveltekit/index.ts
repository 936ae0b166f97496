import type { Context } from '../../context.ts';
import { stageAppTypes } from './app-types.ts';
import { stageEnvModule } from './env-module.ts';
import { stageHooks } from './hooks.ts';
import { stageLayout } from './layout.ts';
import { stagePages } from './pages.ts';

/** What a SvelteKit host gets besides the auth module and the env files. */
export function stageSvelteKit(context: Context): void {
	stageHooks(context);
	stagePages(context);
	stageLayout(context);
	stageAppTypes(context);
	if (context.host.generation.declaredEnv) stageEnvModule(context);
}
