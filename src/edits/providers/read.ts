import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import { parse, syntaxError } from '../../syntax/source.ts';
import { meaningBehind } from '../../syntax/values.ts';
import { findAuthConfig } from '../auth-config/find.ts';
import type { Refusal } from '../splice/edit.ts';
import { refuse } from '../splice/transform.ts';
import { type Listed, readItems } from './items.ts';
import { type FoundList, findProviderList, listOfConfig } from './list.ts';
import type { ProvidersPlace } from './request.ts';
import { providerSnippet } from './text.ts';

/** The providers of a file: read, in another module, or refused with the reason. */
export type ListedProviders =
	| Listed[]
	| { elsewhere: { module: string; name: string } }
	| { refused: Refusal };

/** What a module that configures sign-in says. */
export interface AuthModuleFacts {
	kind: 'configured';
	/** `@authgraft/runtime/sveltekit`, `@auth/sveltekit` ...; undefined for an object without a type. */
	library: string | undefined;
	providers: ListedProviders;
	/** The list takes in others that cannot be seen here. */
	incomplete: boolean;
	adapter: Presence;
	/** Of sessions: `jwt`, `database`; undefined where it is not said, or cannot be read. */
	strategy: string | undefined;
	/** `experimental.enableWebAuthn` is on. */
	webAuthn: Presence;
	basePath: string | undefined;
	/** 1-based, of its own `secret`; undefined where the variables tell it. */
	secretLine: number | undefined;
	/** As far as they can be read. */
	pages: { signIn?: string; signOut?: string; error?: string; verifyRequest?: string };
	/** 1-based, of the configuration. */
	line: number;
}

export type Presence = 'there' | 'absent' | 'unknown';

/** What a file has to do with sign-in. */
export type AuthModule =
	| AuthModuleFacts
	/** The configuration is another module's export: read that with `name`. */
	| { kind: 'elsewhere'; module: string; name: string; library: string | undefined }
	/** It does not configure sign-in. */
	| { kind: 'none' }
	| Refusal;

/**
 * Reads a module that configures sign-in.
 * @param name of the export that another module takes the configuration from.
 */
export function readAuthModule(path: string, content: string, name?: string): AuthModule {
	const source = parse(path, content);
	const broken = syntaxError(source);
	if (broken)
		return { kind: 'refused', reason: `cannot be parsed: ${broken.message}`, line: broken.line, snippet };
	const config = findAuthConfig(source.ast, name);
	if (config.kind === 'unclear') return refuse(config, snippet);
	if (config.kind !== 'config') return config;
	const { object, library } = config;
	const list = readList(listOfConfig(object));
	return {
		kind: 'configured',
		library,
		...list,
		adapter: presenceOf(object, 'adapter'),
		strategy: textAt(object, 'session', 'strategy'),
		webAuthn: webAuthnOf(object),
		basePath: textAt(object, 'basePath'),
		secretLine: lineOf(object, 'secret'),
		pages: pagesOf(object),
		line: object.getStartLineNumber(),
	};
}

/** Reads the providers of a module that another one takes its list from. */
export function readProviderList(
	path: string,
	content: string,
	place: ProvidersPlace,
): { providers: ListedProviders; incomplete: boolean } {
	const source = parse(path, content);
	const broken = syntaxError(source);
	if (broken) {
		const reason = `cannot be parsed: ${broken.message}`;
		return {
			providers: { refused: { kind: 'refused', reason, line: broken.line, snippet } },
			incomplete: true,
		};
	}
	return readList(findProviderList(source.ast, place));
}

/** What to paste is up to what is asked for; that there is a list is all that can be said here. */
const snippet = providerSnippet([]);

function readList(list: FoundList): { providers: ListedProviders; incomplete: boolean } {
	if (list.kind === 'unclear') return { providers: { refused: refuse(list, snippet) }, incomplete: true };
	if (list.kind === 'elsewhere')
		return { providers: { elsewhere: { module: list.module, name: list.name } }, incomplete: true };
	const { items, unseen } = readItems(list.literal);
	const providers = items.map(({ places: _, through: __, isBranch: ___, ...listed }) => listed);
	return { providers, incomplete: unseen.length > 0 };
}

/** The value of an option, where it is written there, or in an object of the file that is spread in. */
function optionAt(object: ObjectLiteralExpression, key: string): Node | 'absent' | 'unknown' {
	const found = findProperty(object, key);
	if (found.kind === 'absent') return 'absent';
	if (found.kind === 'unclear') {
		const spread = Node.isSpreadAssignment(found.node) ? found.node.getExpression() : undefined;
		const inside = spread && meaningBehind(spread).node;
		return Node.isObjectLiteralExpression(inside) ? optionAt(inside, key) : 'unknown';
	}
	const expression = expressionOf(found.property);
	return expression ? meaningBehind(expression).node : 'unknown';
}

function presenceOf(object: ObjectLiteralExpression, key: string): Presence {
	const value = optionAt(object, key);
	if (typeof value === 'string') return value;
	return /^(?:undefined|null|false)$/.test(value.getText()) ? 'absent' : 'there';
}

function textAt(object: ObjectLiteralExpression, key: string, ...rest: string[]): string | undefined {
	const value = optionAt(object, key);
	if (typeof value === 'string') return undefined;
	const [next, ...further] = rest;
	if (next !== undefined)
		return Node.isObjectLiteralExpression(value) ? textAt(value, next, ...further) : undefined;
	return Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value)
		? value.getLiteralText()
		: undefined;
}

function lineOf(object: ObjectLiteralExpression, key: string): number | undefined {
	const found = findProperty(object, key);
	return found.kind === 'found' ? found.property.getStartLineNumber() : undefined;
}

function webAuthnOf(object: ObjectLiteralExpression): Presence {
	const value = optionAt(object, 'experimental');
	if (typeof value === 'string') return value;
	return Node.isObjectLiteralExpression(value) ? presenceOf(value, 'enableWebAuthn') : 'unknown';
}

function pagesOf(object: ObjectLiteralExpression): AuthModuleFacts['pages'] {
	const pages: AuthModuleFacts['pages'] = {};
	for (const page of ['signIn', 'signOut', 'error', 'verifyRequest'] as const) {
		const text = textAt(object, 'pages', page);
		if (text !== undefined) pages[page] = text;
	}
	return pages;
}
