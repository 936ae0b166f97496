import type { ImportDeclaration, Node } from 'ts-morph';
import { importedLocal, localsOf } from '../../syntax/imports.ts';
import { isDeclaredAgain, isTaken } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import { type Edit, insertion } from '../splice/edit.ts';
import {
	addImports,
	endOfStatementLine,
	importLine,
	lastLeadingImport,
	type WantedImport,
} from '../splice/imports.ts';
import { isSameModule, providerModule } from './items.ts';
import type { ProviderCode, ProvidersRequest } from './request.ts';

/** An import of one name: the default one, a named one, or `*`. */
interface Wanted extends WantedImport {
	as: string;
}

/** Local names for what new providers use, and the edits that import them. */
export class ProviderNames {
	readonly #source: Source;
	readonly #env: ProvidersRequest['env'];
	readonly #wanted: Wanted[] = [];
	readonly #own: string[] = [];

	constructor(source: Source, env: ProvidersRequest['env']) {
		this.#source = source;
		this.#env = env;
	}

	/** Under which name a factory is there, or will be. */
	factory({ from, exported, local }: ProviderCode): string {
		const present = this.#present(exported, (module) => isSameModule(module, from));
		return (
			present ?? this.#want({ module: this.#spelled(from), name: exported }, [local, `${local}Provider`])
		);
	}

	/** Under which name an import that a text of ours uses is there, or will be. */
	used({ module, name, typeOnly, as = name }: WantedImport): string {
		const isModule = (other: string) => other === module;
		const present =
			this.#present(name, isModule) ?? (typeOnly ? importedLocal(this.#source, module, name) : undefined);
		if (present !== undefined) return present;
		const other = `${/^[A-Z]/.test(as) ? 'Auth' : 'auth'}${as.charAt(0).toUpperCase()}${as.slice(1)}`;
		return this.#want({ module, name, ...(typeOnly ? { typeOnly } : {}) }, [as, other]);
	}

	/** A new name of the file's own. */
	own(...candidates: [string, ...string[]]): string {
		const name = this.#free(candidates);
		this.#own.push(name);
		return name;
	}

	/** How the value of an environment variable is read. */
	variable(name: string): string {
		const { module, namespace } = this.#env;
		if (module === undefined) return `process.env.${name}`;
		const isModule = (other: string) => other === module;
		if (!namespace)
			return `${this.#present('env', isModule) ?? this.#want({ module, name: 'env' }, envNames)}.${name}`;
		const present = this.#present('*', isModule);
		if (present !== undefined) return `${present}.${name}`;
		const variable = this.#present(name, isModule);
		if (variable !== undefined) return variable;
		const namesThem = this.#source.ast
			.getImportDeclarations()
			.some(
				(one) =>
					isModule(one.getModuleSpecifierValue()) && !one.isTypeOnly() && one.getNamedImports().length > 0,
			);
		if (namesThem && this.#isFree(name)) return this.#want({ module, name }, [name]);
		return `${this.#want({ module, name: '*' }, envNames)}.${name}`;
	}

	edits(): Edit[] {
		if (!lastLeadingImport(this.#source.ast)) return addImports(this.#source, this.#wanted);
		const defaults = this.#wanted.filter(({ name }) => name === 'default');
		const named = this.#wanted.filter(({ name }) => name !== 'default' && name !== '*');
		const namespaces = this.#wanted.filter(({ name }) => name === '*');
		return [
			...this.#defaultLines(defaults),
			...addImports(this.#source, named),
			...addImports(this.#source, namespaces),
		];
	}

	/** The file's own name for an export, if nothing in the file hides it. */
	#present(name: string, isModule: (module: string) => boolean): string | undefined {
		const wanted = this.#wanted.find((one) => one.name === name && isModule(one.module));
		if (wanted) return wanted.as;
		const { ast } = this.#source;
		const names = ast
			.getImportDeclarations()
			.filter((one) => isModule(one.getModuleSpecifierValue()) && !one.isTypeOnly())
			.flatMap((one) => localsOf(one, name));
		return names.find((local) => !isDeclaredAgain(this.#source, local));
	}

	#want(what: Omit<WantedImport, 'as'>, candidates: readonly [string, ...string[]]): string {
		const as = this.#free(candidates);
		this.#wanted.push({ ...what, as });
		return as;
	}

	#isFree(name: string): boolean {
		const isOurs = this.#own.includes(name) || this.#wanted.some(({ as }) => as === name);
		return !isOurs && !isTaken(this.#source, name);
	}

	#free(candidates: readonly [string, ...string[]]): string {
		const last = candidates.at(-1);
		for (const name of candidates) if (this.#isFree(name)) return name;
		for (let n = 2; ; n++) if (this.#isFree(`${last}${n}`)) return `${last}${n}`;
	}

	/** The module as the file's other providers are spelled. */
	#spelled(module: string): string {
		const anchor = this.#lastProviderImport()?.getModuleSpecifierValue();
		const prefix = /^@auth\/(?:core|sveltekit)\/providers\//.exec(anchor ?? '')?.[0];
		return prefix && module.startsWith('@auth/core/providers/')
			? prefix + module.slice('@auth/core/providers/'.length)
			: module;
	}

	#leading(): ImportDeclaration[] {
		const last = lastLeadingImport(this.#source.ast);
		return this.#source.ast.getImportDeclarations().filter((one) => last && one.getPos() <= last.getPos());
	}

	#lastProviderImport(): ImportDeclaration | undefined {
		return this.#leading().findLast((one) => providerModule(one.getModuleSpecifierValue()) !== undefined);
	}

	/** Behind the providers' imports that are there; else in front of the library's, or behind all. */
	#defaultLines(wanted: Wanted[]): Edit[] {
		const inOrder = wanted.toSorted((a, b) => (a.module < b.module ? -1 : 1));
		const lines = inOrder.map((one) => importLine(this.#source, [one]));
		const anchor = this.#lastProviderImport();
		if (anchor || lines.length === 0) return anchor ? behind(this.#source, anchor, lines) : [];
		const leading = this.#leading();
		const library = leading.find((one) => /^@auth(?:graft)?\//.test(one.getModuleSpecifierValue()));
		if (library && standsFree(library)) {
			const { eol } = this.#source.style;
			return [insertion(library.getStart(), lines.map((line) => line + eol).join(''))];
		}
		return behind(this.#source, leading.at(-1) as ImportDeclaration, lines);
	}
}

const envNames = ['env', 'privateEnv'] as const;

/** New lines below a statement. */
function behind({ text, style }: Source, statement: Node, lines: string[]): Edit[] {
	if (lines.length === 0) return [];
	return [insertion(endOfStatementLine(text, statement), lines.map((line) => style.eol + line).join(''))];
}

/** On a line of its own, with no comment right above that belongs to it. */
function standsFree(declaration: ImportDeclaration): boolean {
	const text = declaration.getSourceFile().getFullText();
	const start = declaration.getStart();
	const lead = text.slice(declaration.getPos(), start);
	const isApart = lead.trim() === '' || /\n[ \t]*\r?\n[ \t]*$/.test(lead);
	return isApart && (start === 0 || text[start - 1] === '\n');
}
