import { AuthgraftError } from '../../errors.ts';
import type { Host } from '../../host/host.ts';
import { isModule } from '../../syntax/imports.ts';
import { parse, type Source, syntaxError } from '../../syntax/source.ts';

/** The file `name.ts` or `name.js` of a folder that exists, else the one for the host's language. */
export function moduleFile(host: Host, base: string): string {
	const existing = ['ts', 'js'].map((extension) => `${base}.${extension}`).find((path) => host.exists(path));
	return existing ?? `${base}.${host.language}`;
}

/**
 * Parses a file of the host that is only looked into. The compiler's nodes throw where a file is broken.
 * @throws AuthgraftError AG_SYNTAX with the line.
 */
export function parseHostFile(path: string, content: string): Source {
	const source = parse(path, content);
	const broken = syntaxError(source);
	if (!broken) return source;
	throw new AuthgraftError(
		'AG_SYNTAX',
		`${path}:${broken.line} does not parse: ${broken.message}`,
		`Mend ${path} first.`,
	);
}

/** Whether a file of the host imports anything from a module. */
export const importsFrom = (path: string, content: string, module: string): boolean =>
	parseHostFile(path, content)
		.ast.getImportDeclarations()
		.some((declaration) => isModule(declaration, module));
