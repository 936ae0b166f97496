import { importedAs } from '../../syntax/imports.ts';
import { freeName, isDeclaredAgain } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import { quoted } from '../../syntax/text.ts';
import { type Condition, whenCode } from '../condition.ts';
import type { Edit } from '../splice/edit.ts';
import { addImports, type WantedImport } from '../splice/imports.ts';
import { eventModules, type GuardRequest } from './request.ts';

/** The code of a guard in the words of one file, and the imports that it needs. */
export class GuardCode {
	/** A name that the code would use although the file gives it another meaning in some scope. */
	clash: string | undefined;
	readonly #source: Source;
	readonly #request: GuardRequest;
	readonly #imports: WantedImport[] = [];
	readonly #known = new Map<string, string>();

	constructor(source: Source, request: GuardRequest) {
		this.#source = source;
		this.#request = request;
	}

	/**
	 * `await requireUser(event, { allow: hasRole('admin') })`, without a terminator.
	 * @param event SvelteKit: the parameter that holds the event; undefined: it is asked for with `getRequestEvent()`.
	 */
	statement(event?: string): string {
		const { framework, runtimeModule, authModule = '', from } = this.#request;
		const guard = this.#name(runtimeModule, 'requireUser', 'requireAuthUser');
		const first =
			event ?? `${this.#name(eventModules[framework], 'getRequestEvent', 'currentRequestEvent')}()`;
		const config = framework === 'solid-start' ? [this.#name(authModule, 'authConfig', 'ownAuthConfig')] : [];
		const allow = this.condition();
		const parts = [
			...(framework === 'solid-start' && from ? [`from: ${quoted(from, this.#source.style.quote)}`] : []),
			...(allow ? [`allow: ${allow}`] : []),
		];
		const options = parts.length > 0 ? [`{ ${parts.join(', ')} }`] : [];
		return `await ${guard}(${[first, ...config, ...options].join(', ')})`;
	}

	/** `hasRole('admin')` or `(session) => ...`; undefined when being signed in is enough. */
	condition(): string | undefined {
		const { condition, runtimeModule } = this.#request;
		if (!condition) return undefined;
		if ('when' in condition) return whenCode(condition.when);
		const role = quoted(condition.role, this.#source.style.quote);
		return `${this.#name(runtimeModule, 'hasRole', 'sessionHasRole')}(${role})`;
	}

	/** The local name of a type, which is imported where nothing does that yet. */
	type(module: string, name: string, other: string): string {
		const present = this.#source.ast
			.getImportDeclarations()
			.filter((declaration) => declaration.getModuleSpecifierValue() === module)
			.flatMap((declaration) => declaration.getNamedImports())
			.find((item) => item.getName() === name);
		if (present) return present.getAliasNode()?.getText() ?? name;
		const as = freeName(this.#source, name, other);
		this.#imports.push({ module, name, as, typeOnly: true });
		return as;
	}

	/** The given edits together with the imports that they need. All at once: the first of a file get a blank line behind. */
	withImports(edits: Edit[]): Edit[] {
		return [...addImports(this.#source, this.#imports), ...edits];
	}

	#name(module: string, name: string, other: string): string {
		const known = this.#known.get(name);
		if (known) return known;
		const present = importedAs(this.#source, module, name);
		if (present && isDeclaredAgain(this.#source, present)) this.clash ??= present;
		const local = present ?? freeName(this.#source, name, other);
		if (!present) this.#imports.push({ module, name, as: local });
		this.#known.set(name, local);
		return local;
	}
}

/** What people paste by hand where the edit is refused. */
export function guardSnippet(request: GuardRequest): string {
	const { framework, runtimeModule, authModule, condition } = request;
	const role = condition && 'role' in condition;
	const names = role ? 'hasRole, requireUser' : 'requireUser';
	const solid = framework === 'solid-start';
	const byEvent = solid || request.requestEvent;
	const event = byEvent ? 'getRequestEvent()' : 'event';
	const options = condition ? [`{ allow: ${conditionText(condition)} }`] : [];
	return [
		`import { ${names} } from '${runtimeModule}';`,
		...(byEvent ? [`import { getRequestEvent } from '${eventModules[framework]}';`] : []),
		...(solid && authModule ? [`import { authConfig } from '${authModule}';`] : []),
		'',
		'// the first statement of each function:',
		`await requireUser(${[event, ...(solid ? ['authConfig'] : []), ...options].join(', ')});`,
	].join('\n');
}

const conditionText = (condition: Condition): string =>
	'role' in condition ? `hasRole(${quoted(condition.role, "'")})` : whenCode(condition.when);
