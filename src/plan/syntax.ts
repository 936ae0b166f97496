import { basename } from 'node:path';
import type { ParseError } from 'jsonc-parser';
import { AuthgraftError } from '../errors.ts';
import type { HostPath, WriteChange } from './change.ts';

interface Fault {
	/** 1-based. */
	line: number;
	message: string;
}

type Parser = (path: HostPath, text: string) => Fault | undefined;

/**
 * Parses what the changes leave, as far as it is TypeScript, JavaScript or JSON. Other files pass.
 *
 * @throws AG_SYNTAX with file and line. It tells a file that was broken before from one that we would break
 */
export async function checkSyntax(changes: WriteChange[]): Promise<void> {
	for (const { path, before, after } of changes) {
		const parse = await parserFor(path);
		const fault = parse?.(path, after);
		if (!parse || !fault) continue;
		const own = before === null ? undefined : parse(path, before);
		throw own ? hostFault(path, own) : ourFault(path, fault);
	}
}

async function parserFor(path: HostPath): Promise<Parser | undefined> {
	if (/\.([mc]?[jt]s|[jt]sx)$/.test(path)) return scriptParser();
	if (/\.jsonc?$/.test(path)) return jsonParser();
	return undefined;
}

async function scriptParser(): Promise<Parser> {
	const { scriptFault } = await import('./script-syntax.ts');
	return (path, text) => {
		const fault = scriptFault(path, text);
		return fault && { line: lineAt(text, fault.start), message: fault.message };
	};
}

async function jsonParser(): Promise<Parser> {
	const { parse, printParseErrorCode } = await import('jsonc-parser');
	return (path, text) => {
		// npm takes neither comments nor trailing commas; tsconfig.json and its like take both.
		const strict = basename(path) === 'package.json';
		const errors: ParseError[] = [];
		const bom = text.startsWith('\uFEFF') ? 1 : 0;
		parse(text.slice(bom), errors, { allowTrailingComma: !strict, disallowComments: strict });
		const [first] = errors;
		return first && { line: lineAt(text, first.offset + bom), message: printParseErrorCode(first.error) };
	};
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|\r|\n/).length;

const hostFault = (path: HostPath, { line, message }: Fault): AuthgraftError =>
	new AuthgraftError(
		'AG_SYNTAX',
		`${path}:${line} does not parse as it stands: ${message}; the project is as it was`,
		'Mend the syntax error, then run the command again.',
	);

const ourFault = (path: HostPath, { line, message }: Fault): AuthgraftError =>
	new AuthgraftError(
		'AG_SYNTAX',
		`The change of ${path} would not parse (line ${line}: ${message}). This is a fault of authgraft, and the project is as it was`,
		'Please report it with the file as it stands now. Meanwhile, make the change by hand: --dry-run shows it.',
	);
