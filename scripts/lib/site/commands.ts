import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../../src/cli/program.ts';
import { allBlocks } from './blocks.ts';
import { fence, type Page, plain, table } from './page.ts';

/** Lines of the documents that run a command: all of them are read by the command line itself in a test. */
function examplesOf(name: string): string[] {
	const lines = allBlocks
		.filter(({ language }) => language === 'sh')
		.flatMap(({ text }) => text.split('\n'))
		.filter((line) => new RegExp(`\\bnpx authgraft ${name}(?![\\w-])`).test(line))
		.map((line) => line.replace(/\s{2,}#/, '   #'));
	return [...new Map(lines.map((line) => [line.replace(/\s*#.*/, ''), line])).values()].slice(0, 6);
}

const defaultOf = (value: unknown) => (value === undefined || value === false ? '' : `\`${String(value)}\``);

const argumentRow = (argument: Argument): string[] => [
	`\`${argument.required ? `<${argument.name()}` : `[${argument.name()}`}${argument.variadic ? '...' : ''}${argument.required ? '>' : ']'}\``,
	plain(argument.description),
	(argument.argChoices ?? []).map((word) => `\`${word}\``).join(', '),
];

const optionRow = (option: Option): string[] => [
	`\`${option.flags}\``,
	plain(option.description),
	option.argChoices?.map((word) => `\`${word}\``).join(', ') ??
		(option.negate ? '' : defaultOf(option.defaultValue)),
];

function commandPage(command: Command): Page {
	const name = command.name();
	const examples = examplesOf(name);
	const options = command.options.filter(({ hidden }) => !hidden);
	const text = [
		`# authgraft ${name}`,
		`${plain(command.description()).replace(/^./, (letter) => letter.toUpperCase())}.`,
		fence('sh', `npx authgraft ${name} ${command.usage()}`),
		...(command.registeredArguments.length > 0
			? [
					'## Arguments',
					table(['argument', 'what it is', 'values'], command.registeredArguments.map(argumentRow)),
				]
			: []),
		'## Options',
		table(['option', 'what it does', 'values'], options.map(optionRow)),
		...(examples.length > 0 ? ['## Examples', fence('sh', examples.join('\n'))] : []),
		'Exit codes: 0 done or nothing to do, 1 refused or failed, 2 wrong usage or a missing answer, 130 cancelled. [Error codes](/errors/index.md).',
	].join('\n\n');
	return { path: `commands/${name}.md`, text: `${text}\n` };
}

/** A page for each command, made from what `--help` prints. */
export function commandPages(): Page[] {
	const { commands } = createProgram(() => {});
	const list = commands.map((command) => [
		`[\`${command.name()}\`](/commands/${command.name()}.md)`,
		plain(command.description()),
	]);
	const index = `# Commands\n\n${table(['command', 'what it does'], list)}\n`;
	return [{ path: 'commands/index.md', text: index }, ...commands.map(commandPage)];
}
