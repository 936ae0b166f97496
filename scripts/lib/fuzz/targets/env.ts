import { parseEnv } from 'node:util';
import { parse } from 'dotenv';
import { addEnvEntries, EnvFileError } from '../../../../src/edits/env/index.ts';
import { findDefinitions, readEnv } from '../../../../src/edits/env/read.ts';
import { maskEnv } from '../../../../src/plan/mask.ts';
import type { Random } from '../random.ts';
import { must, type Target } from '../target.ts';

const names = ['AUTH_SECRET', 'AUTH_URL', 'DATABASE_URL', 'A', 'export B', 'C.D', '#AUTH_SECRET'];
const values = [
	'Vj3kQ9zLm2',
	'"Vj3kQ9zLm2"',
	"'Vj3kQ9zLm2'",
	'`Vj3kQ9zLm2`',
	'"Vj3k\nQ9zLm2"',
	'"Vj3kQ9zLm2',
	'Vj3k # Q9zLm2',
	'',
	'"a\\nb"',
	'$A',
	'"\\""',
];
const signs = ['=', ' = ', ': ', '= ', '=\t'];

interface Readers {
	readEnv: typeof readEnv;
	findDefinitions: typeof findDefinitions;
	maskEnv: typeof maskEnv;
}

/** Env files: read as their loaders do it, written so that those read it back, and shown without their values. */
export const env = (readers: Readers = { readEnv, findDefinitions, maskEnv }): Target => ({
	name: 'env',
	words: [...names, ...values, ...signs, '\n', '\r\n', '#', 'export '],
	source: ['/src/edits/env/', '/src/plan/mask.ts'],
	short: 500,
	make: (random: Random) =>
		Array.from({ length: random.small(7) }, (_, index) => {
			const value = random.pick(values).replace('Lm2', `Lm${index}`);
			return random.pick(names) + random.pick(signs) + value;
		}).join(random.pick(['\n', '\r\n', '\n\n'])),
	check(input) {
		const { readEnv, findDefinitions, maskEnv } = readers;
		const byDotenv = parse(input);
		must(JSON.stringify(readEnv(input)) === JSON.stringify(byDotenv), 'a file is read as dotenv reads it');
		for (const name of Object.keys(byDotenv))
			must(findDefinitions(input, name).length > 0, 'what dotenv reads has a place', name);
		for (const name of names)
			must(
				findDefinitions(input, name).length === 0 || Object.hasOwn(byDotenv, name),
				'what has a place is read by dotenv',
				name,
			);
		const masked = maskEnv(input);
		for (const value of [...Object.values(byDotenv), ...Object.values(parseEnv(input))])
			for (const part of String(value).split(/\r\n?|\n/))
				must(!isTelling(part, input) || !masked.includes(part), 'no value is shown', { part, masked });
		checkAdding(input, byDotenv);
	},
});

/** A value of ours that stands there once, and so in no comment or name by chance. */
const isTelling = (part: string, input: string): boolean =>
	/Vj3kQ9zLm\d/.test(part) && input.split(/Vj3kQ9zLm\d/).length === 2;

function checkAdding(input: string, before: Record<string, string>): void {
	const entries = [{ name: 'AUTH_NEW', value: 'x y#z', comment: 'ours' }];
	let text: string | undefined;
	try {
		text = addEnvEntries(input, entries);
	} catch (error) {
		if (!(error instanceof EnvFileError)) throw error;
		return;
	}
	if (text === undefined) return;
	const after = parse(text);
	must(after.AUTH_NEW === (before.AUTH_NEW || 'x y#z'), 'what is added is read back', text);
	for (const [name, value] of Object.entries(before))
		must(name === 'AUTH_NEW' || after[name] === value, 'what was there stays', { name, text });
	const node = parseEnv(text);
	must(before.AUTH_NEW !== undefined || node.AUTH_NEW === 'x y#z', 'Node.js reads it back, too', text);
}
