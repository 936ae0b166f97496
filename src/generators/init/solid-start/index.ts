import type { Context } from '../../context.ts';
import { stageCatchAll } from './catch-all.ts';
import { stageConfig, stageMiddleware } from './middleware.ts';
import { stagePages, stageSession } from './routes.ts';

/** What a SolidStart host gets besides the auth module and the env files. */
export function stageSolidStart(context: Context): void {
	stageCatchAll(context);
	stageMiddleware(context);
	stageConfig(context);
	stageSession(context);
	stagePages(context);
}
