import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const init = command({
	name: 'init',
	description: 'set up sign-in: run again it changes nothing',
	options,
	run: async (options) => (await import('./run.ts')).run(options),
});
