import { addAdapter } from '../../edits/auth-config/adapter.ts';
import type { EnvVariable } from '../../edits/env/declared.ts';
import { addIgnorePatterns } from '../../edits/gitignore.ts';
import { setAuthOption } from '../../edits/providers/index.ts';
import { relativeImport } from '../../host/files/paths.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { envChanges, setVariables } from '../add-provider/env.ts';
import type { AuthModule } from '../add-provider/find-auth-module.ts';
import { created, modified, skipped } from '../changes/index.ts';
import { manifestEntriesChange } from '../changes/manifest.ts';
import { Staging } from '../changes/staging.ts';
import { hostStyle } from '../changes/style.ts';
import type { AdapterKind } from './adapters.ts';
import { hasNoDisk, listsCredentials, presentAdapter } from './check.ts';
import type { AdapterContext, AdapterNeeds } from './context.ts';
import { stageDrizzle } from './drizzle/index.ts';
import { adapterModule } from './places.ts';
import { stagePrisma } from './prisma/index.ts';
import { stagePg, stageUnstorage } from './stores.ts';

export { setVariables } from '../add-provider/env.ts';
export { findAuthModule } from '../add-provider/find-auth-module.ts';
export { checkAdapter } from './check.ts';

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

const stages: Record<string, (context: AdapterContext, kind: AdapterKind) => AdapterNeeds> = {
	prisma: stagePrisma,
	unstorage: stageUnstorage,
	pg: stagePg,
};

/**
 * Everything that `add-adapter` does to a host.
 * @throws AuthgraftError AG_ADAPTER_UNSUPPORTED, AG_VALUE_INVALID, AG_ENV_TRACKED.
 */
export function adapterPlan(host: Host, module: AuthModule, kind: AdapterKind): AdapterPlan {
	const present = foreignAdapter(host, module, kind);
	const sessions = sessionsOf(module);
	if (present) return { changes: [present], packages: [], commands: [], fillIn: [], sessions, notes: [] };
	const context: AdapterContext = { host, module, staging: new Staging(host), style: hostStyle(host) };
	const needs = (stages[kind.name] ?? stageDrizzle)(context, kind);
	configure(context);
	const isSet = setVariables(host);
	const open = needs.variables.filter(({ name, value }) => !isSet(name) && value === undefined);
	return {
		changes: [
			manifestEntriesChange(host, `adds what ${kind.name} needs`, needs.manifest),
			...context.staging.changes(),
			...withIgnored(host, variableChanges(context, needs), needs.ignored),
		],
		packages: Object.keys({ ...needs.manifest.dependencies, ...needs.manifest.devDependencies }),
		commands: needs.commands,
		fillIn: kind.name === 'unstorage' ? [] : open.map(({ name }) => name),
		sessions,
		notes: notesOf(context, kind, needs),
	};
}

/** Where the configuration has an adapter that is not of this command: nothing else is touched then. */
function foreignAdapter(host: Host, module: AuthModule, kind: AdapterKind): Change | undefined {
	const { config } = module;
	const present = presentAdapter(host, module);
	if (present.kind === 'absent') return undefined;
	const ours = relativeImport(config, adapterModule(host));
	const plain = (name: string) => name.replace(/\.[jt]s$/, '');
	if (present.kind === 'there' && present.modules.some((name) => plain(name) === ours)) return undefined;
	const summary = 'takes the adapter';
	if (present.kind === 'there' && present.modules.includes(kind.package))
		return skipped(config, summary, `the adapter of ${kind.package} is there already`);
	return {
		...{ kind: 'refuse', path: config, summary },
		reason:
			present.kind === 'there'
				? 'has another `adapter` already, and two cannot know the same people'
				: 'may have an `adapter` already: that cannot be seen',
		snippet: `import { adapter } from '${ours}';\n\n{ adapter, providers: [...] }`,
		...(present.kind === 'there' ? { line: present.line } : {}),
	};
}

const sessionsOf = (module: AuthModule): 'database' | 'jwt' =>
	module.facts.strategy === 'jwt' || listsCredentials(module) ? 'jwt' : 'database';

function configure({ host, module, staging, style }: AdapterContext): void {
	const { config, configName, facts } = module;
	const name = configName === undefined ? {} : { name: configName };
	staging.edit(config, 'takes the adapter', (content) =>
		addAdapter(config, content, {
			module: relativeImport(config, adapterModule(host)),
			...name,
			fallback: style,
		}),
	);
	// With an adapter the core takes database sessions, which credentials cannot make: people would be signed out at once.
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

function variableChanges({ host, style }: AdapterContext, { variables }: AdapterNeeds): Change[] {
	const isSet = setVariables(host);
	const values = Object.fromEntries(
		variables.flatMap(({ name, value }) => (value === undefined || isSet(name) ? [] : [[name, value]])),
	);
	const plain = variables.map(({ name, description }): EnvVariable => ({ name, description }));
	return envChanges(host, plain, values, style);
}

/** The rule for the env files and that for the database are one change of `.gitignore`. */
function withIgnored(host: Host, changes: Change[], patterns: string[]): Change[] {
	if (patterns.length === 0) return changes;
	const path = '.gitignore';
	const own = changes.find((change) => change.path === path);
	const before = host.read(path);
	const text = own && 'after' in own ? own.after : (before ?? '');
	const after = addIgnorePatterns(text, 'Database', patterns);
	if (after === undefined) return changes;
	const summary = 'keeps the env files and the database out of git';
	const change =
		before === undefined ? created(path, after, summary) : modified(path, before, after, summary);
	return [...changes.filter((one) => one !== own), change];
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
