import { argument } from '../../command/flags.ts';
import { command } from '../../command/index.ts';
import { options } from './options.ts';

export const addAdapter = command({
	name: 'add-adapter',
	description: 'keep people, accounts and sessions in a database',
	arguments: [argument('[name]', 'drizzle, drizzle-postgres, drizzle-mysql, prisma, unstorage or pg')],
	options,
	run: async (name, options) => (await import('./run.ts')).run(name, options),
});
