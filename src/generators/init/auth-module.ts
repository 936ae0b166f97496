import { SyntaxKind, type VariableStatement } from 'ts-morph';
import { addBase } from '../../edits/auth-config/base.ts';
import type { EditResult } from '../../edits/splice/edit.ts';
import { runtimeModules } from '../../framework.ts';
import type { Framework, Host } from '../../host/host.ts';
import { importedAs } from '../../syntax/imports.ts';
import { importsFrom, parseHostFile } from '../changes/module-file.ts';
import type { Context } from '../context.ts';
import type { ProviderFact } from '../providers/fact.ts';
import { render } from '../templates/index.ts';
import { ownPagesOf } from './own-pages.ts';

const templates: Record<Framework, { name: string; dev: string }> = {
	sveltekit: { name: 'integration-b/auth.ts', dev: 'dev' },
	'solid-start': { name: 'integration-a/auth.ts', dev: 'import.meta.env.DEV' },
};

/** `src/auth.ts`: the one place where sign-in is configured. */
export function stageAuthModule(context: Context): void {
	const { host, staging } = context;
	const path = context.auth.file;
	const summary = 'configures sign-in';
	const { name, dev } = templates[host.framework];
	const text = render(name, { dev, ...values(context), ...generationFacts(host) }, context);
	staging.edit(
		path,
		summary,
		(content) => presentModule(context, path, content, text),
		() => text,
	);
	stageBase(context);
}

/**
 * A base path that the host got after its auth module: SvelteKit's endpoints would not be found below it. Without one
 * nothing is done; where it is only said when the host is built, the runtime asks the bundler.
 */
export function stageBase({ host, staging, auth, style }: Context): void {
	if (host.base === '' || !auth.module?.ours) return;
	const { config, configName } = auth.module;
	const { baseEnv, declaredEnv } = host.generation;
	const from = baseEnv ? { expression: baseEnv } : ({ export: declaredEnv ? 'resolve' : 'base' } as const);
	const request = { from, ...(configName === undefined ? {} : { name: configName }), fallback: style };
	staging.edit(config, 'knows the base path', (content) => addBase(config, content, request));
}

/** What becomes of a module that is there. But for the base path it is never changed: people make it their own. */
function presentModule(context: Context, path: string, content: string, snippet: string): EditResult {
	if (!context.auth.module && !isOurs(context.host, path, content)) {
		const reason = 'exists and does something else; rename it, or paste the configuration where you want it';
		return { kind: 'refused', reason, snippet };
	}
	const missing = missingParts(context, path, content);
	if (missing.length === 0) return { kind: 'unchanged', reason: 'sign-in is configured already' };
	const reason = `configures sign-in already, without ${missing.join(', ')}; add that by hand, or leave the flag away`;
	return { kind: 'refused', reason, snippet };
}

/**
 * JavaScript needs no types of the runtime, so on SolidStart its options may stand there without an import of it: then
 * the providers and the name of the export tell.
 */
function isOurs(host: Host, path: string, content: string): boolean {
	if (importsFrom(path, content, runtimeModules[host.framework])) return true;
	if (host.framework !== 'solid-start' || host.language !== 'js') return false;
	const { ast } = parseHostFile(path, content);
	const providers = ast
		.getImportDeclarations()
		.some((declaration) => declaration.getModuleSpecifierValue().startsWith('@auth/core/providers/'));
	return providers && ast.getVariableStatements().some(exportsAuthConfig);
}

const exportsAuthConfig = (statement: VariableStatement): boolean =>
	statement.hasExportKeyword() && statement.getDeclarations().some((item) => item.getName() === 'authConfig');

/** What was asked for by name, and an auth module of ours does not have. */
function missingParts({ host, answers, auth }: Context, path: string, content: string): string[] {
	const { providers, providersNamed, basePath, pages } = answers;
	const { facts } = auth.module ?? {};
	// The list may be a file of its own.
	const files = new Set([path, ...(auth.module ? [auth.module.config, auth.module.list] : [])]);
	const sources = [...files].map((file) =>
		parseHostFile(file, file === path ? content : (host.read(file) ?? '')),
	);
	const texts = sources.flatMap(({ ast }) =>
		ast.getDescendantsOfKind(SyntaxKind.StringLiteral).map((text) => text.getLiteralValue()),
	);
	const has = ({ module }: ProviderFact): boolean =>
		module === ''
			? sources.some(
					(source) => importedAs(source, runtimeModules[host.framework], 'Development') !== undefined,
				)
			: texts.includes(`@auth/core/providers/${module}`);
	const otherPages = (['signIn', 'signOut'] as const).filter(
		(page) => pages[page] !== undefined && facts?.pages[page] !== pages[page],
	);
	return [
		...(providersNamed ? providers.filter((provider) => !has(provider)).map(({ id }) => id) : []),
		...(basePath !== undefined && facts?.basePath !== basePath ? [`basePath ${basePath}`] : []),
		...otherPages.map((page) => `pages.${page} ${pages[page]}`),
	];
}

/** Where this generation of the framework keeps what the auth module imports. */
function generationFacts(host: Host) {
	const { appEnvModule, privateEnvModule, declaredEnv, baseEnv } = host.generation;
	return { appEnvModule, privateEnvModule, declaredEnv, baseEnv };
}

function values(context: Context) {
	const { host, answers } = context;
	const { providers } = answers;
	return {
		basePath: answers.basePath ?? '',
		pages: ownPagesOf(context),
		development: providers.some(({ id }) => id === 'development'),
		credentials: providers.some(({ id }) => id === 'credentials'),
		userType: host.language === 'ts' && providers.some(({ id }) => id === 'credentials'),
		imports: providers
			.filter(({ module }) => module !== '')
			.toSorted((a, b) => (a.module < b.module ? -1 : 1))
			.map(({ factory, module }) => ({ factory, module })),
		providers: providers.map(({ id, factory }, index) => ({
			factory,
			isDevelopment: id === 'development',
			isCredentials: id === 'credentials',
			ownId: '',
			last: index === providers.length - 1,
		})),
	};
}
