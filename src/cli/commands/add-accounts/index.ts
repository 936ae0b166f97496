import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const addAccounts = command({
	name: 'add-accounts',
	description: 'let people sign up with a password, on the database of the project',
	options,
	run: async (options) => (await import('./run.ts')).run(options),
});
