import { fitAppTypes } from '../app-types/index.ts';
import { addBase, type BaseRequest } from '../auth-config/base.ts';
import { addAuthExports } from '../auth-config/exports.ts';
import { type AuthOption, setAuthOption } from '../auth-config/option.ts';
import { addOwnOption, type OwnOption } from '../auth-config/own-option.ts';
import { removeAuthOption } from '../auth-config/remove-option.ts';
import { type ConfigOption, setConfigOption } from '../config-option.ts';
import { declareEnvVariables } from '../env/declared.ts';
import { addEnvEntries } from '../env/index.ts';
import { addIgnorePatterns } from '../gitignore.ts';
import { addSessionToLoad } from '../load/index.ts';
import { addPageSession } from '../load/page-session.ts';
import { addMembers } from '../package-json.ts';
import { addProviders } from '../providers/add.ts';
import { type ProviderRemovalRequest, removeProviders } from '../providers/remove.ts';
import type { ProvidersRequest } from '../providers/request.ts';
import { addRule } from '../rules/add.ts';
import { removeRule } from '../rules/remove.ts';
import type { RuleRequest } from '../rules/request.ts';
import { addTables, type SchemaRequest } from '../schema/index.ts';
import { addModels } from '../schema/prisma.ts';
import { addSignInButton, type SignInButtonRequest } from '../sign-in-button/index.ts';
import type { EditResult } from '../splice/edit.ts';
import { addAuthHandle } from '../wiring/hooks.ts';
import type { WiringRequest } from '../wiring/locals.ts';
import { addAuthMiddleware } from '../wiring/middleware.ts';
import { registerMiddleware } from '../wiring/register-middleware.ts';
import { guardTransforms } from './guards.ts';
import { migrateTransforms } from './migrate.ts';

/**
 * Every transform with the arguments that its tests give it: for the fixtures (`fixtures.test.ts`) and for the
 * properties (`test/edits`). A new transform means a new line here.
 */
export type Transform = ((path: string, content: string, request: object) => EditResult) & {
	/**
	 * It may take more out of a file than what all may (`test/edits/invariants.ts`): its fixtures say what, and the test
	 * that what was added and taken back leaves the file as it was.
	 */
	takesAway?: 'anything';
};

const hookRequest: WiringRequest = {
	authModule: './auth',
	runtimeModule: '@authgraft/runtime/sveltekit',
	protect: [],
};
const middlewareRequest: WiringRequest = {
	authModule: './auth',
	runtimeModule: '@authgraft/runtime/solid-start',
	protect: [],
};
const ruleRequest: RuleRequest = { framework: 'sveltekit', authModule: './auth', patterns: ['/dashboard'] };
const variables = [
	{ name: 'AUTH_SECRET', description: 'Encrypts sessions' },
	{ name: 'AUTH_URL', description: "The host's address" },
];
const dependencies = { '@auth/core': '^0.41.3', '@authgraft/runtime': '^0.1.0' };
const configOption: ConfigOption = {
	where: { call: 'sveltekit', from: '@sveltejs/kit/vite' },
	option: ['csrf', 'trustedOrigins'],
	value: ['https://appleid.apple.com'],
	append: true,
};
const github = { id: 'github', from: '@auth/core/providers/github', exported: 'default' };
const providersRequest: ProvidersRequest = {
	place: { kind: 'config' },
	providers: [{ ...github, local: 'GitHub', form: { kind: 'bare' } }],
	env: {},
};
const removalRequest: ProviderRemovalRequest = {
	place: { kind: 'config' },
	providers: [{ ...github, isOwnId: false }],
};
const authOption: AuthOption = { option: ['session', 'strategy'], value: 'jwt' };
const baseRequest: BaseRequest = { from: { expression: 'import.meta.env.BASE_URL' } };
const adapterRequest: OwnOption = { option: 'adapter', module: './lib/server/auth-adapter' };
const accountsRequest: OwnOption = { option: 'accounts', module: './lib/server/auth-accounts' };
const accountPages = ['signUp', 'forgotPassword', 'setPassword', 'account'];
/** Two of the tables: the others are no different. */
const schemaRequest: SchemaRequest = {
	module: 'drizzle-orm/sqlite-core',
	builder: 'sqliteTable',
	tables: [
		{
			...{ name: 'users', sql: 'user', columns: ['id', 'email'], builders: ['text'] },
			text: "export const users = sqliteTable('user', {\n\tid: text('id').primaryKey(),\n\temail: text('email').unique()\n});\n",
		},
		{
			...{
				name: 'accounts',
				sql: 'account',
				columns: ['userId', 'provider'],
				builders: ['primaryKey', 'text'],
			},
			text: "export const accounts = sqliteTable(\n\t'account',\n\t{\n\t\tuserId: text('userId')\n\t\t\t.notNull()\n\t\t\t.references(() => users.id, { onDelete: 'cascade' }),\n\t\tprovider: text('provider').notNull()\n\t},\n\t(table) => [primaryKey({ columns: [table.userId, table.provider] })]\n);\n",
		},
	],
};
const models = [
	{
		...{ name: 'User', fields: ['id', 'email', 'sessions'] },
		text: 'model User {\n  id       String    @id @default(cuid())\n  email    String?   @unique\n  sessions Session[]\n}\n',
	},
	{
		...{ name: 'Session', fields: ['sessionToken', 'userId', 'user'] },
		text: 'model Session {\n  sessionToken String @unique\n  userId       String\n  user         User   @relation(fields: [userId], references: [id])\n}\n',
	},
];
const scripts = { 'db:push': 'drizzle-kit push', 'auth:tables': 'node scripts/auth-tables.mjs' };
const envEntries = [
	{ name: 'AUTH_SECRET', value: 'a-secret-of-at-least-32-characters', comment: 'Encrypts sessions' },
	{ name: 'AUTH_GITHUB_ID', value: '' },
];
const button: SignInButtonRequest = {
	ids: ['github'],
	names: { github: 'GitHub', google: 'Google' },
	provider: { id: 'google', name: 'Google' },
};
const ignored = ['.env', '.env.*', '!.env.example'];

/** The two edits that answer with text, or throw, in the form of all others. */
function asResult(content: string, edit: () => string | undefined): EditResult {
	try {
		const text = edit();
		return text === undefined ? { kind: 'unchanged', reason: 'all there' } : { kind: 'edited', text };
	} catch (error) {
		return { kind: 'refused', reason: (error as Error).message, snippet: content };
	}
}

export const transforms: Record<string, Transform> = {
	'wiring/hooks': (path, content, request) => addAuthHandle(path, content, { ...hookRequest, ...request }),
	'load/session': (path, content) => addSessionToLoad(path, content, { typed: path.endsWith('.ts') }),
	'load/page-session': (path, content, request) =>
		addPageSession(path, content, {
			...{ base: 'base', basePath: undefined, typed: path.endsWith('.ts') },
			...request,
		}),
	'app-types/fit': (path, content, request) => fitAppTypes(path, content, request),
	'wiring/middleware': (path, content, request) =>
		addAuthMiddleware(path, content, { ...middlewareRequest, ...request }),
	'rules/add': (path, content, request) => addRule(path, content, { ...ruleRequest, ...request }),
	'rules/remove': Object.assign(
		(path: string, content: string, request: object) =>
			removeRule(path, content, { ...ruleRequest, ...request }),
		{ takesAway: 'anything' as const },
	),
	...guardTransforms,
	...migrateTransforms,
	'sign-in-button/add': (path, content, request) => addSignInButton(path, content, { ...button, ...request }),
	'config-option': (path, content, request) =>
		setConfigOption(path, content, { ...configOption, ...request }),
	'providers/add': (path, content, request) =>
		addProviders(path, content, { ...providersRequest, ...request }),
	'providers/remove': Object.assign(
		(path: string, content: string, request: object) =>
			removeProviders(path, content, { ...removalRequest, ...request }),
		{ takesAway: 'anything' as const },
	),
	'auth-config/option': (path, content, request) =>
		setAuthOption(path, content, { ...authOption, ...request }),
	'auth-config/base': (path, content, request) => addBase(path, content, { ...baseRequest, ...request }),
	'auth-config/adapter': (path, content, request) =>
		addOwnOption(path, content, { ...adapterRequest, ...request }),
	'auth-config/accounts': (path, content, request) =>
		addOwnOption(path, content, { ...accountsRequest, ...request }),
	'auth-config/exports': (path, content, request) =>
		addAuthExports(path, content, { names: accountPages, ...request }),
	'auth-config/remove-option': Object.assign(
		(path: string, content: string, request: object) =>
			removeAuthOption(path, content, { ...authOption, ...request }),
		{ takesAway: 'anything' as const },
	),
	'schema/drizzle': (path, content, request) => addTables(path, content, { ...schemaRequest, ...request }),
	'schema/prisma': (_, content) => addModels(content, models),
	'package-json/scripts': (_, content) => addMembers(content, 'scripts', scripts),
	'wiring/register-middleware': (path, content, request) =>
		registerMiddleware(path, content, { file: './src/middleware.ts', call: 'solidStart', ...request }),
	'env/declared': (path, content) => declareEnvVariables(path, content, variables),
	'package-json/dependencies': (_, content) => addMembers(content, 'dependencies', dependencies),
	'env/add': (_, content) => asResult(content, () => addEnvEntries(content, envEntries)),
	gitignore: (_, content) => asResult(content, () => addIgnorePatterns(content, 'Secrets', ignored)),
};
