import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { runtimeModules } from '../../../framework.ts';
import { callsTo, importedAs } from '../../../syntax/imports.ts';
import { freeName } from '../../../syntax/names.ts';
import { expressionOf, findProperty } from '../../../syntax/objects.ts';
import type { Source } from '../../../syntax/source.ts';
import { quoted } from '../../../syntax/text.ts';
import type { Edit, EditFinding, EditResult, Refusal } from '../../splice/edit.ts';
import { addImports, type WantedImport } from '../../splice/imports.ts';
import { insertItems, listOf } from '../../splice/list.ts';
import { refuse, transform } from '../../splice/transform.ts';
import type { MigrateCode } from '../codes.ts';
import { type ConfigPlace, findConfigs } from '../configs.ts';

/** What `@auth/sveltekit` took from SvelteKit by itself, and is handed to ours. */
export interface OptionsRequest {
	/** Where the endpoints have been so far. */
	basePath: string;
	/** Whether the predecessor went by the `basePath` that is written there, and by its `prefix`. */
	obeyed: { basePath: boolean; prefix: boolean };
	/** Of this generation of SvelteKit. */
	appEnvModule: string;
	privateEnvModule: string;
	declaredEnv: boolean;
	/** The export that another module takes the configuration from. */
	name?: string | undefined;
	/** Into the call, though the configuration is another file's. */
	atCall?: boolean;
}

/** Where a host hands its configuration over, and where that is written. */
export function placeOfOptions(path: string, content: string, name?: string) {
	let place: ReturnType<typeof findConfigs> | undefined;
	transform(path, content, { snippet: '' }, (source) => {
		place = findConfigs(source, { ...auth, name });
		return [];
	});
	return place;
}

const auth = { module: runtimeModules.sveltekit, call: 'SvelteKitAuth' };

/** Gives the configuration `basePath`, `building`, `dev`, `env` and `base`, where it has them not. */
export function addOptions(path: string, content: string, request: OptionsRequest): EditResult {
	const snippet = snippetOf(request);
	return transform(path, content, { snippet }, (source) => {
		const place = placeFor(source, request);
		if (place.kind === 'unclear') return refuse(place, snippet);
		if (place.kind === 'none') return refuse('configures no sign-in', snippet);
		if (place.kind === 'elsewhere' || place.kind === 'typed-as-core')
			return { kind: 'unchanged', reason: 'its configuration is written elsewhere' };
		const names = new Names(source, request);
		const edits: Edit[] = [];
		const findings: EditFinding[] = [];
		if (place.kind === 'call') {
			const { argument } = place;
			const texts = [pathText(source, request), ...names.all()];
			edits.push(
				{ start: argument.getStart(), end: argument.getStart(), text: '{ ...' },
				{ start: argument.getEnd(), end: argument.getEnd(), text: `, ${texts.join(', ')} }` },
			);
		} else {
			for (const object of place.objects) {
				const refusal = inObject(source, object, request, names, { edits, findings });
				if (refusal) return { ...refusal, snippet };
			}
		}
		if (edits.length === 0) return { kind: 'unchanged', reason: 'has all options already' };
		return { kind: 'edits', edits: [...addImports(source, names.wanted), ...edits], findings };
	});
}

/** The configuration; or the call that is handed it, where it takes no options of ours. */
function placeFor(source: Source, { name, atCall }: OptionsRequest): ConfigPlace {
	const place = findConfigs(source, { ...auth, name });
	if (place.kind !== 'elsewhere' || !atCall) return place;
	const [call] = callsTo(source.ast, auth.module, auth.call);
	const argument = call?.getArguments()[0];
	return call && argument ? { kind: 'call', call, argument } : place;
}

interface Found {
	edits: Edit[];
	findings: EditFinding[];
}

function inObject(
	source: Source,
	object: ObjectLiteralExpression,
	request: OptionsRequest,
	names: Names,
	found: Found,
): Refusal | undefined {
	const items = object.getProperties();
	const computed = findProperty(object, 'basePath');
	// What a spread may bring is set once more behind it: ours count.
	if (computed.kind === 'unclear' && !Node.isSpreadAssignment(computed.node)) return refuse(computed, '');
	const isOpen = (key: string): boolean => findProperty(object, key).kind !== 'found';
	const texts: string[] = [];
	const says = saysPath(source, object, request, found);
	if (typeof says === 'object') return says;
	if (!says) texts.push(pathText(source, request));
	texts.push(...names.all(isOpen));
	const first = items.findLastIndex((item) => Node.isSpreadAssignment(item)) + 1;
	found.edits.push(...insertItems(source, listOf(object, items, ' '), first, texts));
	return undefined;
}

const pathText = ({ style }: Source, { basePath }: OptionsRequest): string =>
	`basePath: ${quoted(basePath, style.quote)}`;

/** Whether an object says the base path; what the predecessor did not go by is replaced. */
function saysPath(
	source: Source,
	object: ObjectLiteralExpression,
	request: OptionsRequest,
	{ edits, findings }: Found,
): boolean | Refusal {
	const basePath = findProperty(object, 'basePath');
	const prefix = findProperty(object, 'prefix');
	const [own, wasObeyed] =
		basePath.kind === 'found'
			? [basePath.property, request.obeyed.basePath]
			: [prefix.kind === 'found' ? prefix.property : undefined, request.obeyed.prefix];
	if (!own) return false;
	if (basePath.kind === 'found' && prefix.kind === 'found')
		return refuse('sets both `prefix` and `basePath`: take one of them out', '', prefix.property);
	const value = expressionOf(own);
	if (!value || !Node.isPropertyAssignment(own))
		return refuse('has a base path that is not written there as `name: value`', '', own);
	const name = own.getNameNode();
	if (prefix.kind === 'found') edits.push({ start: name.getStart(), end: name.getEnd(), text: 'basePath' });
	if (textOf(value) === request.basePath || wasObeyed) return true;
	const path = quoted(request.basePath, source.style.quote);
	edits.push({ start: value.getStart(), end: value.getEnd(), text: path });
	findings.push({
		...{ code: 'base-path' satisfies MigrateCode, line: own.getStartLineNumber() },
		text: `sets \`${own.getText()}\`, which @auth/sveltekit did not go by: the endpoints stay at ${request.basePath}.`,
	});
	return true;
}

const textOf = (value: Node): string | undefined =>
	Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value)
		? value.getLiteralText()
		: undefined;

/** Under which names a file has what is handed over. */
class Names {
	readonly wanted: WantedImport[] = [];
	readonly #texts: [key: string, text: string][];

	constructor(source: Source, { appEnvModule, privateEnvModule, declaredEnv }: OptionsRequest) {
		const take = (
			key: string,
			module: string,
			name: string,
			exported: string,
			other: string,
		): [string, string] => {
			const present = exported === '*' ? allOf(source, module) : importedAs(source, module, exported);
			const local = present ?? freeName(source, name, other);
			if (present === undefined) this.wanted.push({ module, name: exported, as: local });
			return [key, local === key ? key : `${key}: ${local}`];
		};
		this.#texts = [
			take('building', appEnvModule, 'building', 'building', 'isBuilding'),
			take('dev', appEnvModule, 'dev', 'dev', 'isDev'),
			take('env', privateEnvModule, 'env', declaredEnv ? '*' : 'env', 'privateEnv'),
			declaredEnv
				? take('base', '$app/paths', 'resolve', 'resolve', 'resolvePath')
				: take('base', '$app/paths', 'base', 'base', 'appBase'),
		];
	}

	/** Those that a configuration has not. */
	all(isOpen: (key: string) => boolean = () => true): string[] {
		return this.#texts.filter(([key]) => isOpen(key)).map(([, text]) => text);
	}
}

/** The name under which a file imports all of a module. */
const allOf = ({ ast }: Source, module: string): string | undefined =>
	ast
		.getImportDeclarations()
		.find((one) => one.getModuleSpecifierValue() === module && !one.isTypeOnly() && one.getNamespaceImport())
		?.getNamespaceImport()
		?.getText();

function snippetOf({ basePath, appEnvModule, privateEnvModule, declaredEnv }: OptionsRequest): string {
	return [
		`import { building, dev } from '${appEnvModule}';`,
		declaredEnv
			? `import * as env from '${privateEnvModule}';`
			: `import { env } from '${privateEnvModule}';`,
		`import { ${declaredEnv ? 'resolve' : 'base'} } from '$app/paths';`,
		'',
		`SvelteKitAuth({ basePath: '${basePath}', building, dev, env, base${declaredEnv ? ': resolve' : ''}, ... })`,
	].join('\n');
}
