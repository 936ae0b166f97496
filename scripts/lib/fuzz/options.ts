import { parseArgs } from 'node:util';

export interface FuzzCommand {
	targets: string[];
	minutes: number;
	seed: number;
}

export const usage = (names: readonly string[]): string => `npm run fuzz [-- options]

Gives each reader of what strangers send, or projects contain, texts that look nearly right, and checks what must hold
for all of them. A text for which it does not is made as short as possible and added to test/fuzz/corpus.

  --minutes <number>  for each target; default 1
  --target <name>     only this one; several times for several
  --seed <number>     which texts; default another one each time

Targets: ${names.join(', ')}`;

/** @returns what is wrong, as a text, when it cannot be understood; `help` when help is asked for */
export function readOptions(argv: string[], names: readonly string[]): FuzzCommand | string | 'help' {
	const options = {
		minutes: { type: 'string', default: '1' },
		target: { type: 'string', multiple: true },
		seed: { type: 'string' },
		help: { type: 'boolean', default: false },
	} as const;
	let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
	try {
		({ values } = parseArgs({ args: argv, options }));
	} catch (error) {
		return (error as Error).message;
	}
	if (values.help) return 'help';
	const minutes = Number(values.minutes);
	if (!(minutes > 0 && minutes <= 10_000)) return `--minutes takes a number above 0, not ${values.minutes}`;
	if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed))
		return `--seed takes a whole number, not ${values.seed}`;
	const unknown = values.target?.find((name) => !names.includes(name));
	if (unknown !== undefined) return `No target is called ${unknown}`;
	return {
		targets: values.target ?? [...names],
		minutes,
		seed: values.seed === undefined ? Math.floor(Math.random() * 1e9) : Number(values.seed),
	};
}
