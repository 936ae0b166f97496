import { choiceArgument } from '../../command/flags.ts';
import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const secret = command({
	name: 'secret',
	description: 'make AUTH_SECRET, or put a new one in front of it',
	arguments: [choiceArgument('[action]', 'rotate: a new secret signs, those before stay valid', ['rotate'])],
	options,
	run: async (action, options) => (await import('./run.ts')).run(action, options),
});
