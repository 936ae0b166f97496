import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const addAccountPage = command({
	name: 'add-account-page',
	description: 'give people a page for their own account: profile, ways to sign in, sessions',
	options,
	run: async (options) => (await import('./run.ts')).run(options),
});
