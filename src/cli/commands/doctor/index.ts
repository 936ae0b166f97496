import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const doctor = command({
	name: 'doctor',
	description: 'say why sign-in does not work, and what is unsafe',
	options,
	run: async (options) => (await import('./run.ts')).run(options),
});
