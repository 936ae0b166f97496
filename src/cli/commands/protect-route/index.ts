import { argument } from '../../command/flags.ts';
import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const protectRoute = command({
	name: 'protect-route',
	description: 'guard paths and pages, and the functions behind them',
	arguments: [argument('[path...]', 'routes such as /dashboard or /blog/[slug]; asked for when missing')],
	options,
	run: async (paths, options) => (await import('./run.ts')).run(paths, options),
});
