import { removeEnvEntries } from '../../edits/env/change.ts';
import type { EnvVariable } from '../../edits/env/declared.ts';
import { declareEnvVariables, undeclareEnvVariables } from '../../edits/env/declared.ts';
import { AuthgraftError } from '../../errors.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import type { Style } from '../../syntax/source.ts';
import { createOrEdit } from '../changes/index.ts';
import { moduleFile } from '../changes/module-file.ts';
import { envChange, envFiles, envFolder, ignoreRule, refuseTracked } from '../env/index.ts';
import { render } from '../templates/index.ts';

type Values = Readonly<Record<string, string>>;

/** Whether some env file of the host has a value for a variable. */
export function setVariables(host: Host): (name: string) => boolean {
	const files = envFiles(host, envFolder(host));
	return (name) => files.some(({ values }) => Boolean(values[name]));
}

/**
 * The variables of providers: declared (SvelteKit 3), in `.env` with the values that were given, in `.env.example` with
 * none.
 * @throws AuthgraftError AG_ENV_TRACKED, AG_VALUE_INVALID where a given variable has another value already.
 */
export function envChanges(host: Host, variables: EnvVariable[], values: Values, style: Style): Change[] {
	if (variables.length === 0) return [];
	const folder = envFolder(host);
	const path = `${folder}.env`;
	refuseTracked(host, path);
	const files = envFiles(host, folder);
	const entries = variables.flatMap(({ name, description }) => {
		const present = files.findLast((file) => file.values[name]);
		const value = values[name] ?? '';
		if (present && value !== '' && present.values[name] !== value) throw hasOtherValue(name, present.file);
		return present ? [] : [{ name, value, comment: description }];
	});
	const examples = variables.map(({ name, description }) => ({ name, value: '', comment: description }));
	return [
		...declarations(host, variables, style),
		ignoreRule(host, path),
		envChange(host, path, 'a line for each variable', entries),
		envChange(host, `${folder}.env.example`, 'every variable with a comment and no value', examples),
	];
}

const hasOtherValue = (name: string, file: string): AuthgraftError =>
	new AuthgraftError(
		'AG_VALUE_INVALID',
		`${name} has another value in ${file} already`,
		'Change it there, or leave the value away.',
		2,
	);

function declarations(host: Host, variables: EnvVariable[], style: Style): Change[] {
	const path = envModule(host);
	if (path === undefined) return [];
	return [
		createOrEdit(
			host,
			path,
			'declares the variables',
			() => render('integration-b/env.ts', { variables }, { host, style }),
			(content) => declareEnvVariables(path, content, variables, style),
		),
	];
}

/** `src/env.ts`, where variables have to be declared to be seen. */
const envModule = (host: Host): string | undefined =>
	host.generation.declaredEnv ? moduleFile(host, `${host.paths.source}/env`) : undefined;

/** The reverse, values included. */
export function envRemovals(host: Host, variables: EnvVariable[]): Change[] {
	if (variables.length === 0) return [];
	const folder = envFolder(host);
	const entries = variables.map(({ name, description }) => ({ name, comment: description }));
	const declared = envModule(host);
	const summary = 'takes the variables out';
	return [
		...(declared !== undefined && host.exists(declared)
			? [
					createOrEdit(
						host,
						declared,
						summary,
						() => '',
						(content) => undeclareEnvVariables(declared, content, variables),
					),
				]
			: []),
		...[`${folder}.env`, `${folder}.env.example`]
			.filter((path) => host.exists(path))
			.map((path) => {
				const change = createOrEdit(
					host,
					path,
					summary,
					() => '',
					(content) => removeEnvEntries(content, entries),
				);
				return path.endsWith('.example') ? change : { ...change, secret: true };
			}),
	];
}
