import { Node, type ObjectLiteralExpression, SyntaxKind } from 'ts-morph';
import { AuthgraftError } from '../errors.ts';
import type { Framework, Host, HostPath } from '../host/host.ts';
import { importedAs } from '../syntax/imports.ts';
import { propertyNamed } from '../syntax/objects.ts';
import { parse, syntaxError } from '../syntax/source.ts';

/** What a host's auth module says about places that have to stay open. */
export interface AuthSettings {
	/** `src/auth.ts` */
	module: HostPath;
	/** Of the endpoints, without the host's own base: `/auth`. */
	basePath: string;
	/** Pages of its own that belong to sign-in: `/signin`, `/signout`. */
	pages: string[];
}

const factories: Record<Framework, { module: string; name: string }> = {
	sveltekit: { module: '@authgraft/runtime/sveltekit', name: 'SvelteKitAuth' },
	'solid-start': { module: '@authgraft/runtime/solid-start', name: 'SolidAuthConfig' },
};

/**
 * Reads the auth module that `init` left, or somebody made from it; undefined when there is none. What is computed in
 * there counts as the default.
 * @throws AuthgraftError AG_SYNTAX when it does not parse.
 */
export function readAuthSettings(host: Host): AuthSettings | undefined {
	for (const extension of ['ts', 'js']) {
		const module = `${host.paths.source}/auth.${extension}`;
		const content = host.read(module);
		if (content === undefined) continue;
		const source = parse(module, content);
		const broken = syntaxError(source);
		if (broken)
			throw new AuthgraftError(
				'AG_SYNTAX',
				`${module}:${broken.line} does not parse: ${broken.message}`,
				`Mend ${module} first.`,
			);
		const { module: runtime, name } = factories[host.framework];
		const exportsConfig = source.ast.getVariableDeclaration('authConfig') !== undefined;
		if (importedAs(source, runtime, name) === undefined && !exportsConfig) continue;
		const objects = source.ast.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression);
		// The config has providers; another object called `pages` is none of its business.
		const configs = objects.filter((object) => propertyNamed(object, 'providers') !== undefined);
		const pages = configs.flatMap((object) => propertyObject(object, 'pages'));
		return {
			module,
			basePath:
				objects.flatMap((object) => propertyText(object, 'basePath'))[0] ?? host.generation.authBasePath,
			pages: [...new Set(pages.flatMap(textsOf))].filter((page) => page.startsWith('/')),
		};
	}
	return undefined;
}

/** For commands that can do nothing without. */
export const notSetUp = ({ root, paths, language }: Host): AuthgraftError =>
	new AuthgraftError(
		'AG_NOT_SET_UP',
		`There is no sign-in of authgraft's in ${root}: ${paths.source}/auth.${language} is missing, or is something else.`,
		'Set it up first: authgraft init',
	);

function propertyObject(object: ObjectLiteralExpression, name: string): ObjectLiteralExpression[] {
	const property = propertyNamed(object, name);
	const value = Node.isPropertyAssignment(property) ? property.getInitializer() : undefined;
	return Node.isObjectLiteralExpression(value) ? [value] : [];
}

function propertyText(object: ObjectLiteralExpression, name: string): string[] {
	const property = propertyNamed(object, name);
	const value = Node.isPropertyAssignment(property) ? property.getInitializer() : undefined;
	return Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value)
		? [value.getLiteralValue()]
		: [];
}

/** The pages that the runtime leaves open whatever the rules say. `newUser` is not among them. */
const ownPages = ['signIn', 'signOut', 'error', 'verifyRequest'];

const textsOf = (object: ObjectLiteralExpression): string[] =>
	ownPages.flatMap((name) => propertyText(object, name));
