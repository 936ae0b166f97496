import { common } from '../../command/common.ts';
import { command } from '../../command/index.ts';

export const undo = command({
	name: 'undo',
	description: 'take the last applied changes back',
	options: common,
	run: async (options) => (await import('./run.ts')).run(options),
});
