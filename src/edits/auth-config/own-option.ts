import type { ObjectLiteralExpression } from 'ts-morph';
import { importedAs } from '../../syntax/imports.ts';
import { freeName } from '../../syntax/names.ts';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import type { Source, Style } from '../../syntax/source.ts';
import type { EditResult } from '../splice/edit.ts';
import { addImports, asWritten } from '../splice/imports.ts';
import { insertItems, listOf } from '../splice/list.ts';
import { refuse, transform } from '../splice/transform.ts';
import { findAuthConfig } from './find.ts';
import { placeBefore } from './place.ts';

/** An option of the configuration of sign-in that a module of the host's own exports under the option's name. */
export interface OwnOption {
	option: 'adapter' | 'accounts';
	/** `./lib/server/auth-adapter`, with its extension where only that is understood. */
	module: string;
	/** The export that another module takes the configuration from. */
	name?: string;
	fallback?: Style;
}

/** Gives the configuration of sign-in such an option, in front of its providers. One that has another is refused. */
export function addOwnOption(path: string, content: string, request: OwnOption): EditResult {
	const { option, module, name, fallback } = request;
	const snippet = ownOptionSnippet(request);
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const config = findAuthConfig(source.ast, name);
		if (config.kind === 'unclear') return refuse(config, snippet);
		if (config.kind === 'none') return refuse('configures no sign-in', snippet);
		if (config.kind === 'elsewhere')
			return refuse(`takes its configuration from \`${config.module}\``, snippet);
		const { object } = config;
		const found = findProperty(object, option);
		if (found.kind === 'unclear') return refuse(found, snippet);
		const written = asWritten(source, module);
		if (found.kind === 'absent') return insert(source, object, option, written);
		const present = importedAs(source, written, option);
		const value = expressionOf(found.property);
		if (present !== undefined && value?.getText() === present)
			return { kind: 'unchanged', reason: `the ${nouns[option]} there already` };
		return refuse(`has another \`${option}\` already`, snippet, found.property);
	});
}

const nouns = { adapter: 'adapter is', accounts: 'accounts are' };

/** What a person pastes when we refuse. */
const ownOptionSnippet = ({ option, module }: Pick<OwnOption, 'option' | 'module'>): string =>
	`import { ${option} } from '${module}';\n\n{ ${option}, providers: [...] }`;

function insert(
	source: Source,
	object: ObjectLiteralExpression,
	option: OwnOption['option'],
	module: string,
) {
	const present = importedAs(source, module, option);
	const other = `auth${option.charAt(0).toUpperCase()}${option.slice(1)}`;
	const local = present ?? freeName(source, option, other);
	const items = object.getProperties();
	const text = local === option ? option : `${option}: ${local}`;
	return [
		...(present === undefined ? addImports(source, [{ module, name: option, as: local }]) : []),
		...insertItems(source, listOf(object, items, ' '), placeBefore(items, ['providers']), [text]),
	];
}
