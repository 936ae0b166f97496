import { argument } from '../../command/flags.ts';
import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const providers = command({
	name: 'providers',
	description: 'list every provider that add-provider knows, or tell about some',
	arguments: [argument('[id...]', 'ids to tell about')],
	options,
	run: async (ids, options) => (await import('./run.ts')).run(ids, options),
});
