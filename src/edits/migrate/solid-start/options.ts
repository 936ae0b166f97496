import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { expressionOf, findProperty } from '../../../syntax/objects.ts';
import { parse, type Source, syntaxError } from '../../../syntax/source.ts';
import { quoted } from '../../../syntax/text.ts';
import { findAuthConfig } from '../../auth-config/find.ts';
import { placeBefore } from '../../auth-config/place.ts';
import type { Edit, EditFinding, EditResult, Refusal } from '../../splice/edit.ts';
import { insertItems, listOf } from '../../splice/list.ts';
import { removeItems } from '../../splice/remove.ts';
import { refuse, transform } from '../../splice/transform.ts';
import type { MigrateCode } from '../codes.ts';
import { handedOn } from '../configs.ts';
import { runtimeCalls } from './calls.ts';

/** What a predecessor on SolidStart did by itself, and is written down for ours. */
export interface SolidOptionsRequest {
	/** The predecessor, for people. */
	from: string;
	/** The variable by which it came to know where the endpoints are; only where one is set. */
	pathVariable?: 'VITE_AUTH_PATH' | 'AUTH_PATH' | undefined;
	/** Where the endpoints were without it and without `basePath`, where ours would look for them elsewhere. */
	defaultPath?: string | undefined;
	/** Where the endpoints were whatever is written: by versions that did not go by `basePath`. */
	fixedPath?: string | undefined;
	/** Whether it knew `prefix`. */
	obeysPrefix: boolean;
	/** Whether session cookies without a prefix are to be read on https. */
	unprefixedSessions?: boolean;
	/** The export that another module takes the configuration from. */
	name?: string | undefined;
}

/** Where a file has the configuration of sign-in. */
export type SolidConfigPlace =
	| { kind: 'none' }
	/** In this file; or it is not understood, which `addSolidOptions` says. */
	| { kind: 'here'; basePath: string | undefined }
	| { kind: 'elsewhere'; module: string; name: string };

/** @param name of the export to look at; without, the file must call `SolidAuth`. */
export function placeOfSolidConfig(path: string, content: string, name?: string): SolidConfigPlace {
	const source = parse(path, content);
	if (syntaxError(source)) return { kind: 'none' };
	if (name === undefined && runtimeCalls(source.ast, 'SolidAuth').length === 0) return { kind: 'none' };
	const config = findAuthConfig(source.ast, name);
	switch (config.kind) {
		case 'none':
			return name === undefined ? config : handedOn(source, name);
		case 'elsewhere':
			return { kind: 'elsewhere', module: config.module, name: config.name };
		case 'unclear':
			return { kind: 'here', basePath: undefined };
		case 'config': {
			const found = findProperty(config.object, 'basePath');
			return { kind: 'here', basePath: found.kind === 'found' ? textOf(found.property) : undefined };
		}
	}
}

/**
 * Gives the configuration `trustHost: true`, since the predecessors trusted the Host header of every server, and the
 * path of the endpoints where something else than the configuration said it.
 */
export function addSolidOptions(path: string, content: string, request: SolidOptionsRequest): EditResult {
	const snippet = '{ trustHost: true, providers: [...] }';
	return transform(path, content, { snippet }, (source) => {
		const config = findAuthConfig(source.ast, request.name);
		if (config.kind === 'unclear') return refuse(config, snippet);
		if (config.kind === 'none') return refuse('configures no sign-in', snippet);
		if (config.kind === 'elsewhere')
			return { kind: 'unchanged', reason: `its configuration is written in \`${config.module}\`` };
		const options = new Options(source, config.object, request);
		const refusal = options.trustHost() ?? options.paths();
		if (refusal) return { ...refusal, snippet };
		options.sessions();
		return options.located();
	});
}

class Options {
	readonly #source: Source;
	readonly #object: ObjectLiteralExpression;
	readonly #request: SolidOptionsRequest;
	readonly #texts: string[] = [];
	readonly #edits: Edit[] = [];
	readonly #gone = new Set<Node>();
	readonly #findings: EditFinding[] = [];

	constructor(source: Source, object: ObjectLiteralExpression, request: SolidOptionsRequest) {
		this.#source = source;
		this.#object = object;
		this.#request = request;
	}

	trustHost(): Refusal | undefined {
		const found = findProperty(this.#object, 'trustHost');
		if (found.kind === 'unclear') return refuse(found, '');
		if (found.kind === 'absent') this.#texts.push('trustHost: true');
		return undefined;
	}

	/** `basePath` and `prefix`: the endpoints stay where they are. */
	paths(): Refusal | undefined {
		const { pathVariable, defaultPath, fixedPath, obeysPrefix, from } = this.#request;
		const basePath = findProperty(this.#object, 'basePath');
		const prefix = findProperty(this.#object, 'prefix');
		if (basePath.kind === 'unclear') {
			// What a spread brings along decided before, and does so now.
			const isWanted = [pathVariable, defaultPath, fixedPath].some((one) => one !== undefined);
			return isWanted ? refuse(basePath, '') : undefined;
		}
		if (prefix.kind === 'found' && (basePath.kind === 'found' || !obeysPrefix)) {
			const { property } = prefix;
			const isSame =
				basePath.kind === 'found' &&
				textOf(property) !== undefined &&
				textOf(property) === textOf(basePath.property);
			if (!isSame) {
				this.#gone.add(property);
				this.#tell(property, `set \`prefix\`, which ${from} did not find its endpoints by: it is taken out.`);
			}
		}
		if (basePath.kind === 'found') return this.#fix(basePath.property, fixedPath);
		if (prefix.kind === 'found' && obeysPrefix) return undefined;
		if (pathVariable !== undefined) {
			const env = pathVariable.startsWith('VITE_') ? 'import.meta.env' : 'process.env';
			this.#texts.push(`basePath: ${env}.${pathVariable}`);
		} else if (defaultPath !== undefined)
			this.#texts.push(`basePath: ${quoted(defaultPath, this.#source.style.quote)}`);
		return undefined;
	}

	/** A path that was written in vain. One that is computed is most likely made of the variable that counted. */
	#fix(property: Node, fixedPath: string | undefined): undefined {
		const written = textOf(property);
		const value = expressionOf(property);
		if (!value || fixedPath === undefined || written === undefined || written === fixedPath) return undefined;
		const text = quoted(fixedPath, this.#source.style.quote);
		this.#edits.push({ start: value.getStart(), end: value.getEnd(), text });
		const said = `set \`${property.getText()}\`, which ${this.#request.from} did not go by: `;
		this.#tell(property, `${said}the endpoints stay at ${fixedPath}.`);
		return undefined;
	}

	/** People stay signed in whose cookies ours would not look for. */
	sessions(): void {
		// A spread brings no option of ours along. Who says `useSecureCookies` has one name on every protocol.
		const isSaid = ['legacySessions', 'useSecureCookies'].some(
			(key) => findProperty(this.#object, key).kind === 'found',
		);
		if (!this.#request.unprefixedSessions || isSaid) return;
		this.#texts.push('legacySessions: { unprefixed: true }');
		const text =
			'reads session cookies that the predecessor gave out: take `legacySessions` out once they have expired.';
		this.#tell(this.#object, text, 'legacy-sessions');
	}

	#tell(node: Node, text: string, code: MigrateCode = 'base-path'): void {
		this.#findings.push({ code, line: node.getStartLineNumber(), text });
	}

	located() {
		const all = this.#object.getProperties();
		const items = all.filter((item) => !this.#gone.has(item));
		if (this.#gone.size > 0) this.#edits.push(...removeItems(this.#source, all, this.#gone));
		if (this.#texts.length > 0) {
			const index = placeBefore(items, ['basePath', 'providers']);
			this.#edits.push(...insertItems(this.#source, listOf(this.#object, items, ' '), index, this.#texts));
		}
		return this.#edits.length === 0
			? { kind: 'unchanged' as const, reason: 'has all options already' }
			: { kind: 'edits' as const, edits: this.#edits, findings: this.#findings };
	}
}

/** A path that is written out. */
function textOf(property: Node): string | undefined {
	const value = expressionOf(property);
	return Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value)
		? value.getLiteralText()
		: undefined;
}
