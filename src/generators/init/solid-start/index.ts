import type { Change } from '../../../plan/change.ts';
import type { Context } from '../../context.ts';
import { catchAllChange } from './catch-all.ts';
import { configChange, middlewareChange } from './middleware.ts';
import { pageChanges, sessionChange } from './routes.ts';

/** What a SolidStart host gets besides the auth module and the env files. */
export const solidStartChanges = (context: Context): Change[] => [
	catchAllChange(context),
	middlewareChange(context),
	configChange(context),
	sessionChange(context),
	...pageChanges(context),
];
