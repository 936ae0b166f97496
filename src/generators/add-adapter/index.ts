import type { AuthModule } from '../../audit/auth-module/index.ts';
import { addOwnOption } from '../../edits/auth-config/own-option.ts';
import type { EnvVariable } from '../../edits/env/declared.ts';
import { addIgnorePatterns } from '../../edits/gitignore.ts';
import { setAuthOption } from '../../edits/providers/index.ts';
import { relativeImport } from '../../host/files/paths.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { setVariables, stageVariables } from '../add-provider/env.ts';
import { Staging } from '../changes/index.ts';
import { stageManifestEntries } from '../changes/manifest.ts';
import { hostStyle } from '../changes/style.ts';
import type { AdapterKind } from './adapters.ts';
import { hasNoDisk, listsCredentials, presentAdapter } from './check.ts';
import type { AdapterContext, AdapterNeeds } from './context.ts';
import { stageDrizzle } from './drizzle/index.ts';
import { adapterModule } from './places.ts';
import { stagePrisma } from './prisma/index.ts';
import { stagePg, stageUnstorage } from './stores.ts';
import type { MoreTables } from './tables.ts';

export { findAuthModule } from '../../audit/auth-module/index.ts';
export { setVariables } from '../add-provider/env.ts';
export { checkAdapter, presentAdapter } from './check.ts';

/** What `add-adapter` does, and what is left for a person. */
export interface AdapterPlan {
	changes: Change[];
	/** What has to be installed for it. */
	packages: string[];
	/** Commands that create the tables. */
	commands: string[];
	/** Variables that have no value yet. */
	fillIn: string[];
	/** How sessions are kept from now on. */
	sessions: 'database' | 'jwt';
	notes: string[];
}

type Stage = (context: AdapterContext, kind: AdapterKind, more?: MoreTables) => AdapterNeeds;

const stages: Record<string, Stage> = {
	prisma: stagePrisma,
	unstorage: stageUnstorage,
	pg: stagePg,
};

/**
 * Everything that `add-adapter` does to a host.
 * @throws AuthgraftError AG_ADAPTER_UNSUPPORTED, AG_VALUE_INVALID, AG_ENV_TRACKED.
 */
export function adapterPlan(host: Host, module: AuthModule, kind: AdapterKind): AdapterPlan {
	const staging = new Staging(host);
	const sessions = sessionsOf(module);
	if (stageForeignAdapter(staging, host, module, kind)) {
		const changes = staging.changes();
		return { changes, packages: [], commands: [], fillIn: [], sessions, notes: [] };
	}
	const context: AdapterContext = { host, module, staging, style: hostStyle(host) };
	const needs = stageAdapter(context, kind);
	keepStrategy(context);
	stageNeededVariables(context, needs);
	stageIgnored(context, needs);
	const isSet = setVariables(host);
	const open = needs.variables.filter(({ name, value }) => !isSet(name) && value === undefined);
	return {
		changes: staging.changes(),
		packages: Object.keys({ ...needs.manifest.dependencies, ...needs.manifest.devDependencies }),
		commands: needs.commands,
		fillIn: kind.name === 'unstorage' ? [] : open.map(({ name }) => name),
		sessions,
		notes: notesOf(context, kind, needs),
	};
}

/**
 * The files of an adapter, its packages, and the configuration that takes it.
 * @param more tables besides those of sign-in.
 */
export function stageAdapter(context: AdapterContext, kind: AdapterKind, more?: MoreTables): AdapterNeeds {
	const { host, staging } = context;
	staging.reserve('package.json');
	const needs = (stages[kind.name] ?? stageDrizzle)(context, kind, more);
	stageManifestEntries(staging, host, `adds what ${kind.name} needs`, needs.manifest);
	configure(context);
	return needs;
}

/**
 * Says so where the configuration has an adapter that is not of this command.
 * @returns whether it has one: nothing else is touched then.
 */
function stageForeignAdapter(staging: Staging, host: Host, module: AuthModule, kind: AdapterKind): boolean {
	const { config } = module;
	const present = presentAdapter(host, module);
	if (present.kind === 'absent') return false;
	const ours = relativeImport(config, adapterModule(host));
	const plain = (name: string) => name.replace(/\.[jt]s$/, '');
	if (present.kind === 'there' && present.modules.some((name) => plain(name) === ours)) return false;
	const summary = 'takes the adapter';
	const snippet = `import { adapter } from '${ours}';\n\n{ adapter, providers: [...] }`;
	if (present.kind === 'unknown')
		staging.refuse(config, summary, 'may have an `adapter` already: that cannot be seen', snippet);
	else if (present.modules.includes(kind.package))
		staging.skip(config, summary, `the adapter of ${kind.package} is there already`);
	else {
		const reason = 'has another `adapter` already, and two cannot know the same people';
		staging.refuse(config, summary, reason, snippet, { line: present.line });
	}
	return true;
}

const sessionsOf = (module: AuthModule): 'database' | 'jwt' =>
	module.facts.strategy === 'jwt' || listsCredentials(module) ? 'jwt' : 'database';

function configure({ host, module, staging, style }: AdapterContext): void {
	const { config, configName } = module;
	const name = configName === undefined ? {} : { name: configName };
	staging.edit(config, 'takes the adapter', (content) =>
		addOwnOption(config, content, {
			option: 'adapter',
			module: relativeImport(config, adapterModule(host)),
			...name,
			fallback: style,
		}),
	);
}

/** With an adapter the core takes database sessions, which credentials cannot make: people would be signed out at once. */
function keepStrategy({ module, staging, style }: AdapterContext): void {
	const { config, configName, facts } = module;
	const name = configName === undefined ? {} : { name: configName };
	if (listsCredentials(module) && facts.strategy !== 'jwt')
		staging.edit(config, 'keeps sessions as JWTs, since credentials work with no others', (content) =>
			setAuthOption(config, content, {
				option: ['session', 'strategy'],
				value: 'jwt',
				...name,
				fallback: style,
			}),
		);
}

/** Into the env files, with what they are while developing. */
export function stageNeededVariables(
	context: AdapterContext,
	{ variables }: Pick<AdapterNeeds, 'variables'>,
): void {
	const isSet = setVariables(context.host);
	const values = Object.fromEntries(
		variables.flatMap(({ name, value }) => (value === undefined || isSet(name) ? [] : [[name, value]])),
	);
	const plain = variables.map(({ name, description }): EnvVariable => ({ name, description }));
	stageVariables(context, plain, values);
}

/** The rule for the database stands beside that for the env files, and is told behind the files that it is about. */
export function stageIgnored({ staging }: AdapterContext, { ignored }: AdapterNeeds): void {
	if (ignored.length === 0) return;
	const path = '.gitignore';
	const text = addIgnorePatterns(staging.read(path) ?? '', 'Database', ignored);
	if (text === undefined) return;
	staging.write(path, 'keeps the database out of git', text);
	staging.moveToEnd(path);
}

function notesOf({ host, module }: AdapterContext, kind: AdapterKind, { notes }: AdapterNeeds): string[] {
	const { strategy } = module.facts;
	const isNew = presentAdapter(host, module).kind === 'absent';
	const isFile = kind.name === 'unstorage' || kind.name === 'drizzle';
	return [
		...notes,
		...(isNew && strategy === undefined && sessionsOf(module) === 'database'
			? ['Sessions live in the database from now on: people who are signed in now sign in again.']
			: []),
		...(isFile && hasNoDisk(host)
			? [
					`${host.adapter} keeps no files between deployments: in production set ${kind.name === 'drizzle' ? 'DATABASE_URL to a libsql:// URL' : 'REDIS_URL'}.`,
				]
			: []),
	];
}
