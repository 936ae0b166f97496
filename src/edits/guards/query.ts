import { Node } from 'ts-morph';
import { sameCode } from '../../syntax/code.ts';
import type { Source, Style } from '../../syntax/source.ts';
import { quoted } from '../../syntax/text.ts';
import { type Condition, conditionFault, whenCode } from '../condition.ts';
import { type EditResult, insertion } from '../splice/edit.ts';
import { LocalNames } from '../splice/local-names.ts';
import { refuse, transform } from '../splice/transform.ts';

export interface GuardQueryRequest {
	/** Of the query, which the file exports: `guardAdmin`. */
	name: string;
	/** How the router knows it; the only one of its kind in the host: `guard-admin`. */
	key: string;
	condition: Condition;
	/** `cache` in routers before 0.15. */
	query: 'query' | 'cache';
	runtimeModule: string;
	/** How the file imports the auth module. */
	authModule: string;
	typed: boolean;
	jsdoc: boolean;
	fallback?: Style;
}

/**
 * Adds a query that lets people pass who fulfil a condition, for `guarded(Page, guardAdmin)` of SolidStart. The condition
 * stands in the server function: browsers decide what arguments are.
 */
export function addGuardQuery(path: string, content: string, request: GuardQueryRequest): EditResult {
	const { name, key, condition } = request;
	const snippet = `export const ${name} = ${request.query}(async (from) => {\n\t'use server';\n\treturn requireUser(getRequestEvent(), authConfig, { from, allow: … });\n}, '${key}');`;
	const frame = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, frame, (source) => {
		const fault = 'when' in condition ? conditionFault(condition.when) : undefined;
		if (fault) return refuse(`the condition cannot stand in a guard: ${fault}`, snippet);
		const names = new LocalNames(source);
		const allow =
			'when' in condition
				? whenCode(condition.when)
				: `${names.of(request.runtimeModule, 'hasRole', 'hasRole', 'sessionHasRole')}(${quoted(condition.role, source.style.quote)})`;
		const present = source.ast.getVariableDeclaration(name);
		if (present)
			return sameCode(allowIn(present) ?? '', allow)
				? { kind: 'unchanged', reason: 'the guard is there already' }
				: refuse(`has a \`${name}\` already, which asks for something else`, snippet, present);
		const { text, style } = source;
		const open = text !== '' && !text.endsWith('\n');
		const code = queryCode(source, request, names, allow).join(style.eol);
		const body = (open ? style.eol : '') + style.eol + code + (open ? '' : style.eol);
		return names.withImports([insertion(text.length, body)]);
	});
}

function queryCode(
	{ style: { indent, quote, semicolons } }: Source,
	{ name, key, query, runtimeModule, authModule, typed, jsdoc }: GuardQueryRequest,
	names: LocalNames,
	allow: string,
): string[] {
	const guard = names.of(runtimeModule, 'requireUser', 'requireUser', 'requireAuthUser');
	const make = names.of('@solidjs/router', query, query, 'guardQuery');
	const event = names.of('solid-js/web', 'getRequestEvent', 'getRequestEvent', 'currentRequestEvent');
	const config = names.of(authModule, 'authConfig', 'authConfig', 'ownAuthConfig');
	const end = semicolons ? ';' : '';
	const from = typed ? 'from: string' : jsdoc ? '/** @type {string} */ from' : 'from';
	return [
		`export const ${name} = ${make}(async (${from}) => {`,
		`${indent}${quoted('use server', quote)}${end}`,
		`${indent}return ${guard}(${event}(), ${config}, { from, allow: ${allow} })${end}`,
		`}, ${quoted(key, quote)})${end}`,
	];
}

/** The condition of a guard query, as it is written. */
function allowIn(declaration: Node): string | undefined {
	const property = declaration
		.getDescendants()
		.find((node) => Node.isPropertyAssignment(node) && node.getName() === 'allow');
	return Node.isPropertyAssignment(property) ? property.getInitializer()?.getText() : undefined;
}
