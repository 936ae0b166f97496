import { argument } from '../../command/flags.ts';
import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const removeProvider = command({
	name: 'remove-provider',
	description: 'take ways to sign in out again',
	arguments: [argument('<id...>', 'ids as providers lists them')],
	options,
	run: async (ids, options) => (await import('./run.ts')).run(ids, options),
});
