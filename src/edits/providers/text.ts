import { SyntaxKind } from 'ts-morph';
import { renamed } from '../../syntax/code.ts';
import { parse } from '../../syntax/source.ts';
import { quoted } from '../../syntax/text.ts';
import { readProvider } from './items.ts';
import type { OptionValue, ProviderCode } from './request.ts';

/** The names that the text of a provider needs. */
export interface TextNames {
	/** Of the factory. */
	local: string;
	/** Of the declared function. */
	authorize: string;
	/** A variable's value: `env.AUTH_GITHUB_ID`. */
	variable: (name: string) => string;
	quote: string;
	isTypeScript: boolean;
	/** What the parameter of a function needs behind it, where nothing says its type: `: object`. */
	parameterType: string;
}

/** A provider as the element of a list. */
export function providerText({ form }: ProviderCode, names: TextNames): string {
	const { local, authorize } = names;
	if (form.kind === 'bare') return local;
	if (form.kind === 'text')
		return form.text
			.replaceAll('%local%', local)
			.replace(/\b(\w+): %authorize%/g, (_, key) => (key === authorize ? key : `${key}: ${authorize}`))
			.replaceAll('%authorize%', authorize);
	const parameter = form.inherit ? `options${names.parameterType}` : '';
	const options = [
		...(form.inherit ? ['...options'] : []),
		...form.options.map(({ name, value }) => `${name}: ${valueText(value, names)}`),
	];
	const cast = form.untyped && names.isTypeScript ? ' as never' : '';
	return `(${parameter}) => ${local}(${options.length > 0 ? `{ ${options.join(', ')} }` : '{}'})${cast}`;
}

function valueText(value: OptionValue, { variable, quote }: TextNames): string {
	if ('text' in value) return textLiteral(value.text, quote);
	return variable(value.variable) + (value.orEmpty ? ` ?? ${quote}${quote}` : '');
}

/** A line break in a text must not end its line. */
const textLiteral = (text: string, quote: string): string =>
	quoted(text, quote).replaceAll('\n', '\\n').replaceAll('\r', '\\r');

const plainNames: TextNames = {
	local: 'Factory',
	authorize: 'authorize',
	variable: (name) => `env.${name}`,
	quote: "'",
	isTypeScript: true,
	parameterType: '',
};

/** The id that a provider's code gives it; undefined where it keeps its factory's. */
export function ownIdOf(code: ProviderCode): string | undefined {
	if (code.form.kind === 'bare') return undefined;
	// Not the name of a file of the host: parsing it again would take its nodes away.
	const { ast } = parse('.authgraft/provider.ts', `[${providerText(code, plainNames)}]`);
	const [element] = ast.getFirstDescendantByKind(SyntaxKind.ArrayLiteralExpression)?.getElements() ?? [];
	return element && readProvider(element).id;
}

/** What a person pastes when we refuse: the imports, and the elements of the list. */
export function providerSnippet(
	providers: ProviderCode[],
	variable = (name: string) => `env.${name}`,
): string {
	const imports = providers.map(
		({ from, exported, local }) =>
			`import ${exported === 'default' ? local : `{ ${exported} }`} from '${from}';`,
	);
	const items = providers.map((code) => {
		const text = providerText(code, { ...plainNames, local: code.local, variable });
		return `\t${text.replaceAll('\n', '\n\t')}`;
	});
	const declarations = providers.flatMap(({ form }) =>
		form.kind === 'text' && form.declaration
			? ['', form.declaration.replaceAll('%authorize%', 'authorize')]
			: [],
	);
	return [...new Set(imports), '', 'providers: [', items.join(',\n'), ']', ...declarations].join('\n');
}

/** The function that goes with a provider. */
export const declarationText = (text: string, authorize: string, renames: [string, string][]): string =>
	renamed(text.replaceAll('%authorize%', authorize), renames);
