import { removeEnvEntries } from '../../edits/env/change.ts';
import type { EnvVariable } from '../../edits/env/declared.ts';
import { anyValue, declareEnvVariables, undeclareEnvVariables } from '../../edits/env/declared.ts';
import { AuthgraftError } from '../../errors.ts';
import type { Host } from '../../host/host.ts';
import type { Style } from '../../syntax/source.ts';
import type { Staging } from '../changes/index.ts';
import { moduleFile } from '../changes/module-file.ts';
import {
	envFiles,
	envFolder,
	privateEnvFile,
	refuseTracked,
	stageEnvEntries,
	stageIgnoreRule,
} from '../env/index.ts';
import { render } from '../templates/index.ts';

type Values = Readonly<Record<string, string>>;

interface EnvContext {
	host: Host;
	staging: Staging;
	style: Style;
}

/** Whether some env file of the host has a value for a variable. */
export function setVariables(host: Host): (name: string) => boolean {
	const files = envFiles(host, envFolder(host));
	return (name) => files.some(({ values }) => Boolean(values[name]));
}

/**
 * The variables of providers: declared (SvelteKit 3), in the private env file with the values that were given, in `.env.example` with
 * none.
 * @throws AuthgraftError AG_ENV_TRACKED, AG_VALUE_INVALID where a given variable has another value already.
 */
export function stageVariables(
	{ host, staging, style }: EnvContext,
	variables: EnvVariable[],
	values: Values,
): void {
	if (variables.length === 0) return;
	const folder = envFolder(host);
	const path = privateEnvFile(host);
	refuseTracked(host, path);
	const files = envFiles(host, folder);
	const entries = variables.flatMap(({ name, description }) => {
		const present = files.findLast((file) => file.values[name]);
		const value = values[name] ?? '';
		if (present && value !== '' && present.values[name] !== value) throw hasOtherValue(name, present.file);
		return present ? [] : [{ name, value, comment: description }];
	});
	const examples = variables.map(({ name, description }) => ({ name, value: '', comment: description }));
	stageDeclarations({ host, staging, style }, variables);
	stageIgnoreRule(staging, host, path);
	stageEnvEntries(staging, path, 'a line for each variable', entries);
	const summary = 'every variable with a comment and no value';
	stageEnvEntries(staging, `${folder}.env.example`, summary, examples);
}

const hasOtherValue = (name: string, file: string): AuthgraftError =>
	new AuthgraftError(
		'AG_VALUE_INVALID',
		`${name} has another value in ${file} already`,
		'Change it there, or leave the value away.',
		2,
	);

function stageDeclarations({ host, staging, style }: EnvContext, variables: EnvVariable[]): void {
	const path = envModule(host);
	if (path === undefined) return;
	const functions = host.generation.envFunctions;
	staging.edit(
		path,
		'declares the variables',
		(content) => declareEnvVariables(path, content, variables, { functions, fallback: style }),
		() => render('integration-b/env.ts', { variables, schema: anyValue(functions) }, { host, style }),
	);
}

/** `src/env.ts`, where variables have to be declared to be seen. */
const envModule = (host: Host): string | undefined =>
	host.generation.declaredEnv ? moduleFile(host, `${host.paths.source}/env`) : undefined;

/** The reverse, values included. */
export function unstageVariables(staging: Staging, host: Host, variables: EnvVariable[]): void {
	if (variables.length === 0) return;
	const folder = envFolder(host);
	const entries = variables.map(({ name, description }) => ({ name, comment: description }));
	const declared = envModule(host);
	const summary = 'takes the variables out';
	if (declared !== undefined && host.exists(declared))
		staging.edit(declared, summary, (content) => undeclareEnvVariables(declared, content, variables));
	for (const path of new Set([privateEnvFile(host), `${folder}.env`, `${folder}.env.example`]))
		if (host.exists(path)) staging.edit(path, summary, (content) => removeEnvEntries(content, entries));
}
