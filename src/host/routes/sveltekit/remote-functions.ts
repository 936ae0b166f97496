import { ts } from 'ts-morph';
import { escapePattern } from '../../../syntax/text.ts';
import { type Exported, exportsOf } from '../../../syntax/tree/exports.ts';
import { importedNames } from '../../../syntax/tree/imported.ts';
import { isFunctionValue, unwrapped } from '../../../syntax/tree/nodes.ts';
import type { HostPath } from '../../host.ts';
import type { RemoteFunction } from '../route.ts';
import type { Sources } from '../sources.ts';

/** A remote function, but for its line. */
type Found = Omit<RemoteFunction, 'line'>;

/** Tests beside a remote module are asked for by nobody. */
const otherFile = /\.(?:test|spec|stories)\.[^/]+$|\.d\.[cm]?ts$/;

const makers = new Set(['query', 'command', 'form', 'prerender']);

/** Remote functions of one file, if it is a remote module. Whatever it exports is one, or SvelteKit does not build. */
export function readKitRemotes(sources: Sources, file: HostPath): Found[] {
	if (!sources.host.generation.remoteModule?.test(file) || otherFile.test(file)) return [];
	const source = sources.outline(file);
	if (!source) return [];
	const { names, star } = exportsOf(source);
	if (star)
		sources.note(
			`${file} exports everything of another module: remote functions that come from there are not seen.`,
		);
	const imported = importsOfServer(source);
	const found = [...names].map(([name, value]) => remoteFunction(source, file, name, value, imported));
	return found.sort((a, b) => a.start - b.start);
}

/** Local names of what `$app/server` exports: `import { query as q, command }`, `import * as server`. */
const importsOfServer = (source: ts.SourceFile): Map<string, string> =>
	new Map(
		importedNames(source)
			.filter(({ module }) => module === '$app/server')
			.map(({ local, name }) => [local, name]),
	);

function remoteFunction(
	source: ts.SourceFile,
	file: HostPath,
	name: string,
	value: Exported,
	imported: Map<string, string>,
): Found {
	if (value === 'elsewhere') {
		return {
			file,
			start: placeOf(source, name),
			name,
			type: 'unknown',
			note: 'it comes from another module or a destructuring',
		};
	}
	const start = value.getStart(source);
	if (!ts.isCallExpression(value))
		return { file, start, name, type: 'unknown', note: 'it is not made by a call that stands here' };
	const type = typeOf(value.expression, imported) ?? 'unknown';
	const handler = value.arguments.map(unwrapped).findLast(isFunctionValue);
	// The last argument may be options (`prerender(fn, { inputs })`); a function in a middle place may be the validator.
	const position = handler ? value.arguments.findIndex((one) => unwrapped(one) === handler) : -1;
	const rest = value.arguments.slice(position + 1);
	if (handler && rest.every((one) => ts.isObjectLiteralExpression(unwrapped(one))))
		return { file, start: handler.getStart(source), name, type };
	return { file, start, name, type, note: 'its function is not written in the call itself' };
}

/** `query`, `query.batch`, and both through a namespace. */
function typeOf(callee: ts.Expression, imported: Map<string, string>): string | undefined {
	const parts: string[] = [];
	let node = unwrapped(callee);
	for (; ts.isPropertyAccessExpression(node); node = unwrapped(node.expression))
		parts.unshift(node.name.text);
	if (!ts.isIdentifier(node)) return undefined;
	const first = imported.get(node.text);
	if (first === undefined) return undefined;
	const path = first === '*' ? parts : [first, ...parts];
	return makers.has(path[0] ?? '') ? path.join('.') : undefined;
}

/** Where an export without a value of its own stands. */
function placeOf(source: ts.SourceFile, name: string): number {
	const statement = source.statements.find(
		(one) =>
			(ts.isExportDeclaration(one) || ts.isVariableStatement(one)) &&
			new RegExp(`\\b${escapePattern(name)}(?![\\w$])`).test(one.getText(source)),
	);
	return statement?.getStart(source) ?? 0;
}
