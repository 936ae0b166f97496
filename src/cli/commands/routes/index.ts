import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const routes = command({
	name: 'routes',
	description: 'list every route and function with its guard, and what is known to leak',
	options,
	run: async (options) => (await import('./run.ts')).run(options),
});
