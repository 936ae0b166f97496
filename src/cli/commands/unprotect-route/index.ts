import { argument } from '../../command/flags.ts';
import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const unprotectRoute = command({
	name: 'unprotect-route',
	description: 'take guards of protect-route back',
	arguments: [argument('[path...]', 'routes as they were given to protect-route')],
	options,
	run: async (paths, options) => (await import('./run.ts')).run(paths, options),
});
