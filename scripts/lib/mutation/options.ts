import { parseArgs } from 'node:util';
import { rooms } from './rooms.ts';

export interface MutationCommand {
	rooms: readonly string[];
	/** Mutants of each room; Infinity for all. */
	size: number;
	seed: number;
	fresh: boolean;
}

export const usage = `npm run mutation [-- options]

Changes the code on purpose, one condition or number at a time, and runs the tests of the changed file: a change that
no test sees is printed. Works in a copy, and goes on where the last run ended.

  --room <part>      only rooms with this in their name; several times for several
  --sample <number>  mutants of each room; default 20, 0 for all
  --seed <number>    which ones; default 1
  --fresh            ask the tests again about mutants that they have been asked about

Rooms: ${rooms.join(', ')}`;

/** @returns what is wrong, as a text, when it cannot be understood; `help` when help is asked for */
export function readOptions(argv: string[]): MutationCommand | string | 'help' {
	const options = {
		room: { type: 'string', multiple: true },
		sample: { type: 'string', default: '20' },
		seed: { type: 'string', default: '1' },
		fresh: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	} as const;
	let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
	try {
		({ values } = parseArgs({ args: argv, options }));
	} catch (error) {
		return (error as Error).message;
	}
	if (values.help) return 'help';
	for (const name of ['sample', 'seed'] as const)
		if (!/^\d{1,9}$/.test(values[name])) return `--${name} takes a whole number, not ${values[name]}`;
	const parts = values.room ?? [''];
	const wanted = rooms.filter((room) => parts.some((part) => room.includes(part)));
	if (wanted.length === 0) return `No room is called ${parts.join(' or ')}`;
	return {
		rooms: wanted,
		size: Number(values.sample) || Number.POSITIVE_INFINITY,
		seed: Number(values.seed),
		fresh: values.fresh,
	};
}
