import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const migrate = command({
	name: 'migrate',
	description: 'move to authgraft from @auth/sveltekit and its like; nobody is signed out',
	options,
	run: async (options) => (await import('./run.ts')).run(options),
});
