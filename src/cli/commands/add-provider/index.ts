import { argument } from '../../command/flags.ts';
import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const addProvider = command({
	name: 'add-provider',
	description: 'add ways to sign in, with their variables and a button',
	arguments: [argument('[id...]', 'ids of @auth/core such as github; asked for when missing')],
	options,
	run: async (ids, options) => (await import('./run.ts')).run(ids, options),
});
