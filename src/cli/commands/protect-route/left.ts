import { listed } from '../../../audit/findings/finding.ts';
import { shellWord } from '../../../host/files/shell.ts';
import type { HostPath } from '../../../host/host.ts';
import { bounded, mostLines } from '../../terminal/notes.ts';

/** A function that a person should look at. */
export interface LeftFunction {
	file: HostPath;
	name: string | undefined;
	/** 1-based. */
	line: number;
}

/** What guards one. */
export const commandFor = ({ file, name }: Pick<LeftFunction, 'file' | 'name'>): string =>
	`authgraft protect-route --function ${shellWord(name ? `${file}#${name}` : file)}`;

/**
 * Functions that no rule guards, for people: a command each while these can be read, else what each file holds. (A command
 * for a whole file would guard functions of open pages with it.)
 */
export function leftLines(left: readonly LeftFunction[]): string[] {
	const [first] = left;
	if (!first) return [];
	const commands = [...new Set(left.map(commandFor))];
	if (commands.length <= mostLines) return [introduction(left.length), ...indented(commands)];
	const byFile = [...Map.groupBy(left, ({ file }) => file)];
	const files = byFile.map(
		([file, functions]) => `${file}: ${functions.length} (${listed(functions.map(nameOf), 3)})`,
	);
	return [
		introduction(left.length, byFile.length),
		...indented(bounded(files, { what: 'files', rest: 'authgraft routes lists them' })),
		`Guard one of them with: ${commandFor(left.find(({ name }) => name !== undefined) ?? first)}`,
	];
}

const nameOf = ({ name, line }: LeftFunction): string => name ?? `line ${line}`;

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function introduction(count: number, files = 1): string {
	if (count === 1)
		return 'One function is called by its own address, which no rule sees; guard it if it is not for everybody:';
	const where = files > 1 ? ` in ${files} files` : '';
	return `${count} functions${where} are called by their own address, which no rule sees; guard those that are not for everybody:`;
}
