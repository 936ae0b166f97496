import type { ObjectLiteralExpression } from 'ts-morph';
import type { AuthModule } from '../audit/auth-module/index.ts';
import { type Audit, readAudit } from '../audit/index.ts';
import { findAuthConfig } from '../edits/auth-config/find.ts';
import { type KnownProvider, knownProviders } from '../generators/add-provider/listed.ts';
import { providers } from '../generators/providers/index.ts';
import type { Host } from '../host/host.ts';
import { parse } from '../syntax/source.ts';
import { type Environment, readEnvironment } from './variables.ts';

/** What the checks of a project look at: read once. */
export interface HostContext {
	host: Host;
	audit: Audit;
	/** Undefined: authgraft's sign-in is not set up here. */
	module: AuthModule | undefined;
	/** The options of sign-in; undefined where they cannot be seen. */
	config: ObjectLiteralExpression | undefined;
	/** The listed providers whose id can be told. */
	known: KnownProvider[];
	environment: Environment;
	/** The version of the command that runs; undefined where that does not matter. */
	command: string | undefined;
}

/** @throws AuthgraftError AG_SYNTAX where the auth module does not parse. */
export function examined(
	host: Host,
	how: { production: boolean; variables: NodeJS.ProcessEnv; command?: string },
): HostContext {
	const audit = readAudit(host);
	const { module } = audit;
	return {
		...{ host, audit, module },
		config: module && optionsOf(host, module),
		known: knownProviders(module?.listed ?? [], providers),
		environment: readEnvironment(host, how),
		command: how.command,
	};
}

function optionsOf(host: Host, { config, configName }: AuthModule): ObjectLiteralExpression | undefined {
	// Whoever parses a file anew takes the nodes of the last time away: this one has a name of its own.
	const { ast } = parse(`examined/${config}`, host.read(config) ?? '');
	const found = findAuthConfig(ast, configName);
	return found.kind === 'config' ? found.object : undefined;
}
