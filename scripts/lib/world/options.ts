import { parseArgs } from 'node:util';
import { type Framework, frameworks } from '../attack/table.ts';

export interface WorldCommand {
	frameworks: readonly Framework[];
	/** At least so many for each framework. */
	trees: number;
	seed: number;
	/** Generated requests a tree. */
	count: number;
	/** Where projects stay; a folder that is removed otherwise. */
	keep: string | undefined;
	json: boolean;
}

export const usage = `npm run world -- --trees <number>

  --framework <name>  sveltekit or solid-start; both unless given
  --trees <number>    generated route trees, at least, for each framework; default 10
  --seed <number>     of the first world, to repeat a run; a problem names the seed of its own world
  --count <number>    generated requests a tree, besides those made from its routes; default 60
  --keep <folder>     leaves the projects there, with the last world in them
  --json              results as JSON on stdout

Exit codes: 0 all as \`routes\` says, 1 a leak, a crash, an over-block or a wrong entry, 2 wrong usage.`;

/** @returns what is wrong, as a text, when it cannot be understood; `help` when help is asked for */
export function readOptions(argv: string[]): WorldCommand | string {
	const text = { type: 'string' } as const;
	try {
		const { values } = parseArgs({
			args: argv,
			options: {
				...{ framework: text, trees: text, seed: text, count: text, keep: text },
				json: { type: 'boolean' },
				help: { type: 'boolean', short: 'h' },
			},
		});
		if (values.help) return 'help';
		const { framework, trees = '10', seed = String(Date.now() % 1_000_000), count = '60' } = values;
		const wrong = [trees, seed, count].find((one) => !/^\d{1,9}$/.test(one));
		if (wrong !== undefined) return `${wrong}: not a whole number`;
		const chosen = frameworks.filter((one) => framework === undefined || one === framework);
		if (chosen.length === 0) return `--framework ${framework}: one of ${frameworks.join(', ')}`;
		const numbers = { trees: Number(trees), seed: Number(seed), count: Number(count) };
		return { frameworks: chosen, ...numbers, keep: values.keep, json: values.json ?? false };
	} catch (error) {
		return (error as Error).message;
	}
}
