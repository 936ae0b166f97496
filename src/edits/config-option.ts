import { type CallExpression, Node, type ObjectLiteralExpression, SyntaxKind } from 'ts-morph';
import { editableBehind } from '../syntax/constants.ts';
import { defaultExport } from '../syntax/exports.ts';
import { callsTo } from '../syntax/imports.ts';
import { expressionOf, findProperty } from '../syntax/objects.ts';
import type { Source, Style } from '../syntax/source.ts';
import { quoted } from '../syntax/text.ts';
import { type EditResult, insertion, type Refusal } from './splice/edit.ts';
import { insertItems, listOf } from './splice/list.ts';
import { type Located, refuse, transform } from './splice/transform.ts';

/** What an option is set to. */
type OptionValue = string | boolean | string[];

/** An option of a framework's config, and where the framework looks for it. */
export interface ConfigOption {
	/**
	 * The argument of a call, wherever in the file it stands: of `sveltekit` in a Vite config, of `defineConfig` in
	 * SolidStart 1's app.config. Or the default export, as in svelte.config.
	 */
	where: { call: string; from: string } | 'default export';
	/** `['kit', 'csrf', 'trustedOrigins']` */
	option: [string, ...string[]];
	value: OptionValue;
	/** A list that is there gets the items that it lacks. Without it, another list is refused as another value is. */
	append?: boolean;
	fallback?: Style;
}

/** What a person pastes when we refuse. */
export function optionSnippet({ where, option, value }: ConfigOption): string {
	const text = `{ ${nested(option, literal(value, "'"))} }`;
	return where === 'default export' ? `export default ${text};` : `${where.call}(${text})`;
}

/**
 * Sets one option of a config file, with the objects around it where they are missing. What surrounds the options is
 * free (functions, merged configs, conditional plugins, variables); they themselves must be written there, as an object
 * or as a constant that nothing else uses. An option with another value is refused, and so is one that a spread or a
 * computed name may set.
 */
export function setConfigOption(path: string, content: string, request: ConfigOption): EditResult {
	const snippet = optionSnippet(request);
	const { fallback } = request;
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const options = findOptions(source, request, snippet);
		if ('kind' in options) return options;
		const set = new Setter(source, request, snippet);
		return Node.isCallExpression(options) ? set.argument(options) : set.within(options, request.option);
	});
}

/** The object that holds the options; the call itself where it has no argument. */
function findOptions(
	{ ast }: Source,
	{ where }: ConfigOption,
	snippet: string,
): ObjectLiteralExpression | CallExpression | Refusal {
	if (where === 'default export') {
		const exported = defaultExport(ast);
		if (!exported) return refuse('has no `export default` of its options', snippet);
		if (exported.kind === 'elsewhere')
			return refuse(`hands on the options of \`${exported.module}\``, snippet, exported.node);
		const options = editableBehind(exported.node);
		if (Node.isObjectLiteralExpression(options)) return options;
		return refuse(
			'exports options that are not written there, or that are used twice',
			snippet,
			exported.node,
		);
	}
	const [call, second] = callsTo(ast, where.from, where.call);
	if (!call) return refuse(`does not call ${where.call}() imported from ${where.from}`, snippet);
	if (second) return refuse(`calls ${where.call}() more than once`, snippet, second);
	const [argument] = call.getArguments();
	if (!argument) return call;
	const options = editableBehind(argument);
	if (Node.isObjectLiteralExpression(options)) return options;
	return refuse(
		`hands ${where.call}() options that are not written there, or that are used twice`,
		snippet,
		argument,
	);
}

/** Sets an option within an object that is found already. */
export class Setter {
	readonly #source: Source;
	readonly #request: Pick<ConfigOption, 'option' | 'value' | 'append'>;
	readonly #snippet: string;

	constructor(source: Source, request: Pick<ConfigOption, 'option' | 'value' | 'append'>, snippet: string) {
		this.#source = source;
		this.#request = request;
		this.#snippet = snippet;
	}

	#text(keys: string[]): string {
		return nested(keys, literal(this.#request.value, this.#source.style.quote));
	}

	/** `plugin()` becomes `plugin({ option: value })`. */
	argument(call: CallExpression): Located {
		const open = call.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken).getEnd();
		const text = `{ ${this.#text(this.#request.option)} }`;
		const empty = this.#source.text.slice(open, call.getEnd() - 1).trim() === '';
		return [empty ? { start: open, end: call.getEnd() - 1, text } : insertion(open, text)];
	}

	/** Goes down the keys, as far as they are there, and adds the rest. */
	within(object: ObjectLiteralExpression, keys: string[]): Located {
		const [key = '', ...rest] = keys;
		const found = findProperty(object, key);
		if (found.kind === 'unclear') return refuse(found, this.#snippet);
		if (found.kind === 'absent') {
			const items = object.getProperties();
			return insertItems(this.#source, listOf(object, items, ' '), items.length, [this.#text(keys)]);
		}
		const expression = expressionOf(found.property);
		const value = expression && editableBehind(expression);
		if (value && rest.length === 0) return this.#compare(value, found.property);
		if (Node.isObjectLiteralExpression(value)) return this.within(value, rest);
		return refuse(`has a \`${key}\` that is not written there as an object`, this.#snippet, found.property);
	}

	#compare(value: Node, property: Node): Located {
		const { option, value: wanted, append } = this.#request;
		const name = option.join('.');
		const unchanged: Located = { kind: 'unchanged', reason: `${name} is set already` };
		if (typeof wanted === 'string') {
			if (textOf(value) === wanted) return unchanged;
		} else if (typeof wanted === 'boolean') {
			if (value.getText() === `${wanted}`) return unchanged;
		} else if (Node.isArrayLiteralExpression(value)) {
			const items = value.getElements();
			const present = items.map(textOf);
			const missing = wanted.filter((item) => !present.includes(item));
			if (missing.length === 0 && (append || items.length === wanted.length)) return unchanged;
			if (append) {
				const texts = missing.map((item) => literal(item, this.#source.style.quote));
				return insertItems(this.#source, listOf(value, items, ''), items.length, texts);
			}
		}
		return refuse(`sets ${name} to something else already`, this.#snippet, property);
	}
}

const textOf = (node: Node): string | undefined =>
	Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)
		? node.getLiteralText()
		: undefined;

const nested = ([key, ...rest]: string[], value: string): string =>
	rest.length === 0 ? `${key}: ${value}` : `${key}: { ${nested(rest, value)} }`;

function literal(value: OptionValue, quote: string): string {
	if (typeof value === 'boolean') return `${value}`;
	if (typeof value !== 'string') return `[${value.map((item) => literal(item, quote)).join(', ')}]`;
	return quoted(value, quote);
}
