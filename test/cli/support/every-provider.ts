import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import {
	addProviderChanges,
	checkProviders,
	findAuthModule,
	knownProviders,
} from '../../../src/generators/add-provider/index.ts';
import type { ProviderFact } from '../../../src/generators/providers/fact.ts';
import { development, providers, providerVariables } from '../../../src/generators/providers/index.ts';
import { readHost } from '../../../src/host/index.ts';
import type { Change } from '../../../src/plan/change.ts';
import { graftedHost } from './grafted.ts';
import { repository, temporary } from './run.ts';

/*
 * Every provider of the core, each added to a fresh host. The auth modules that come of it lie side by side in one
 * folder, so that one run of the compiler checks them all.
 */

export const fixtures = { sveltekit: 'sveltekit3', 'solid-start': 'solidstart2' } as const;
export type Framework = keyof typeof fixtures;

export interface AddedProvider {
	fact: ProviderFact;
	changes: Change[];
	/** The auth module as it is left. */
	text: string;
	/** Name of its file in the folder of the framework. */
	file: string;
}

/** All but the one that `init` itself writes. */
export const allFacts = providers.filter(({ id }) => id !== development.id);

/** Links and passkeys have to be kept somewhere; any adapter will do for a configuration. */
const adapterModule = `import type { Adapter } from '@auth/core/adapters';
const methods = [
	...['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'updateUser', 'linkAccount'],
	...['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'],
	...['createVerificationToken', 'useVerificationToken', 'getAccount', 'getAuthenticator'],
	...['createAuthenticator', 'listAuthenticatorsByUserId', 'updateAuthenticatorCounter']
];
export const adapter = Object.fromEntries(methods.map((name) => [name, async () => null])) as Adapter;
`;

/** Adds each provider to a host of its own, as `init` left it. */
export async function addEach(framework: Framework, ownIds = false): Promise<AddedProvider[]> {
	const plain = await graftedHost(fixtures[framework]);
	const source = plain.read('src/auth.ts');
	const withAdapter = await graftedHost(fixtures[framework], {
		'src/adapter.ts': adapterModule,
		'src/auth.ts': `import { adapter } from './adapter';\n${source.replace('pages: {', 'adapter,\n\tpages: {')}`,
	});
	const hosts = { plain: await readHost(plain.root), withAdapter: await readHost(withAdapter.root) };
	return allFacts.map((fact) => {
		const host = ['email', 'webauthn'].includes(fact.type) ? hosts.withAdapter : hosts.plain;
		const id = ownIds ? `own-${fact.id}` : fact.id;
		const wanted = [{ fact, id }];
		const module = findAuthModule(host, undefined);
		const known = knownProviders(module.listed, providers);
		checkProviders(wanted, module, known);
		const changes = addProviderChanges(host, module, known, {
			providers: wanted,
			values: {},
			module: undefined,
		});
		const change = changes.find(({ path }) => path === 'src/auth.ts');
		const text = change?.kind === 'modify' ? change.after : '';
		return { fact, changes, text, file: `auth-${id}.ts` };
	});
}

/** Writes the modules of a framework into a folder that finds the repository's packages. */
export function writeModules(framework: Framework, added: readonly AddedProvider[]): string {
	const folder = join(temporary, `every-${framework}`);
	mkdirSync(folder, { recursive: true });
	symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
	for (const { file, text } of added) writeFileSync(join(folder, file), text);
	writeFileSync(join(folder, 'adapter.ts'), adapterModule);
	const names = variableNames();
	writeFileSync(
		join(folder, 'app.d.ts'),
		[
			// As kit writes them for a home page in a group.
			"declare module '$app/types' {",
			"\texport interface AppTypes { RouteId(): '/(site)' | '/signin'; Path(): '' | 'signin'; RouteParams(): {} }",
			'}',
			"declare module '$app/env' { export const building: boolean; export const dev: boolean; }",
			"declare module '$app/env/private' {",
			...names.map((name) => `\texport const ${name}: string | undefined;`),
			'}',
			// What "vite/client" and "vinxi/types/client" declare.
			'interface ImportMeta { readonly env: { readonly DEV: boolean; readonly BASE_URL: string } }',
		].join('\n'),
	);
	return folder;
}

/** What the compiler says, strict as the starters are. */
export function typeCheck(folder: string): string[] {
	const program = ts.createProgram(ts.sys.readDirectory(folder, ['.ts'], ['node_modules'], undefined, 1), {
		noEmit: true,
		strict: true,
		skipLibCheck: true,
		target: ts.ScriptTarget.ESNext,
		module: ts.ModuleKind.ESNext,
		moduleResolution: ts.ModuleResolutionKind.Bundler,
		lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
		types: ['node'],
		typeRoots: [join(repository, 'node_modules/@types')],
	});
	return ts
		.getPreEmitDiagnostics(program)
		.map(
			({ file, messageText }) =>
				`${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
		);
}

/** A value for each variable of each provider. */
export const values: Record<string, string> = Object.fromEntries(
	[...variableNames()].map((name) => [name, exampleOf(name)]),
);

function variableNames(): string[] {
	return [
		'AUTH_SECRET',
		'AUTH_URL',
		...allFacts
			.flatMap((fact) => [fact.id, `own-${fact.id}`].flatMap((id) => providerVariables(fact, id)))
			.map(({ name }) => name),
	];
}

function exampleOf(name: string): string {
	if (name.endsWith('_ISSUER')) return 'https://issuer.example';
	if (name.endsWith('_SERVER')) return 'smtp://127.0.0.1:2525';
	if (name.endsWith('_FROM')) return 'sign-in@application.example';
	if (name.endsWith('_USERINFO')) return 'https://1234567.restlets.example/me';
	return name === 'AUTH_URL' ? '' : `value-of-${name.toLowerCase()}-${'x'.repeat(32)}`;
}

/** Loads a module as a production build would run it, with all variables set. */
export async function loadModule(
	folder: string,
	{ file, text }: AddedProvider,
): Promise<Record<string, unknown>> {
	const stub = (name: string, code: string): string => {
		const path = join(folder, `${name}.mjs`);
		writeFileSync(path, code);
		return pathToFileURL(path).href;
	};
	const modules: Record<string, string> = {
		'$app/env': stub('app-env', 'export const building = false; export const dev = false;'),
		'$app/paths': stub('app-paths', 'export const resolve = (path) => path;'),
		'$app/env/private': stub(
			'app-env-private',
			Object.entries(values)
				.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
				.join('\n'),
		),
		'./adapter': stub('adapter', toJavaScript(adapterModule)),
	};
	const code = toJavaScript(text)
		.replaceAll('import.meta.env.DEV', 'false')
		.replaceAll('import.meta.env.BASE_URL', "'/'")
		.replace(/(from\s*)(["'])([^"']+)\2/g, (whole, start: string, _, name: string) =>
			modules[name] ? `${start}${JSON.stringify(modules[name])}` : whole,
		);
	const path = join(folder, file.replace(/\.ts$/, '.mjs'));
	writeFileSync(path, code);
	return import(/* @vite-ignore */ pathToFileURL(path).href);
}

const toJavaScript = (text: string): string =>
	ts.transpileModule(text, {
		compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
	}).outputText;
