import { addEnvEntries, type EnvEntry, readEnv } from '../edits/env-file.ts';
import { addIgnorePatterns, isIgnoredBy } from '../edits/gitignore.ts';
import { AuthgraftError } from '../errors.ts';
import type { Host } from '../host/host.ts';
import type { Change } from '../plan/change.ts';
import { created, modified, skipped } from './change.ts';
import type { Context } from './context.ts';

const minimumSecretLength = 32;

/** The env file with the secret, the example file with names only, and the ignore rule that protects the first. */
export function envFileChanges(context: Context): Change[] {
	const folder = envFolder(context.host);
	return [ignoreRule(context.host, folder), secretEntries(context, folder), exampleEntries(context, folder)];
}

/** `''` or `config/`: what stands in front of `.env`. */
function envFolder({ envDir, configFile }: Host): string {
	if (envDir === undefined) {
		throw new AuthgraftError(
			'AG_CONFIG_NOT_READABLE',
			`Where the env files lie is computed in ${configFile}, so it cannot be read`,
			'Write the folder as a plain string.',
		);
	}
	return envDir === '' ? '' : `${envDir}/`;
}

/** The values of the files that the hosts' loader reads while developing; a later file wins. */
function envFiles(host: Host, folder: string): { file: string; values: Record<string, string> }[] {
	const names = ['.env', '.env.local', '.env.development', '.env.development.local'];
	return names.map((name) => ({ file: folder + name, values: readEnv(host.read(folder + name) ?? '') }));
}

/**
 * `.env` gets AUTH_SECRET, unless some env file has one, and the providers' variables without values.
 * @throws AuthgraftError AG_ENV_TRACKED, AG_SECRET_TOO_SHORT.
 */
function secretEntries({ host, answers, variables }: Context, folder: string): Change {
	const path = `${folder}.env`;
	if (host.git?.isTracked(path)) {
		throw new AuthgraftError(
			'AG_ENV_TRACKED',
			`${path} is tracked by git, so a secret in it would be committed`,
			`Take it out of the index and keep the file: git rm --cached ${path}`,
		);
	}
	const files = envFiles(host, folder);
	const secretFile = files.findLast(({ values }) => values.AUTH_SECRET);
	checkSecret(secretFile?.file, secretFile?.values.AUTH_SECRET);
	const entries = variables
		.filter(({ name }) => name !== 'AUTH_URL' && !files.some(({ values }) => values[name]))
		.map(
			({ name, description }): EnvEntry => ({
				name,
				value: name === 'AUTH_SECRET' ? answers.secret : '',
				comment: description,
			}),
		);
	const change = envChange(host, path, 'the secret, and a line for each variable to fill in', entries);
	return { ...change, secret: true };
}

function checkSecret(file: string | undefined, secret: string | undefined): void {
	if (!file || !secret || secret.length >= minimumSecretLength) return;
	throw new AuthgraftError(
		'AG_SECRET_TOO_SHORT',
		`AUTH_SECRET in ${file} has ${secret.length} characters, and at least ${minimumSecretLength} are needed`,
		'Delete that line and run the command again: it writes a new one. Sessions signed with the old one end.',
	);
}

function exampleEntries({ host, variables }: Context, folder: string): Change {
	const entries = variables.map(
		({ name, description }): EnvEntry => ({ name, value: '', comment: description }),
	);
	return envChange(host, `${folder}.env.example`, 'every variable with a comment and no value', entries);
}

function envChange(host: Host, path: string, summary: string, entries: EnvEntry[]): Change {
	const before = host.read(path);
	try {
		const after = addEnvEntries(before ?? '', entries);
		if (after === undefined) return skipped(path, summary, 'the variables are there already');
		return before === undefined ? created(path, after, summary) : modified(path, before, after, summary);
	} catch {
		return {
			kind: 'refuse',
			path,
			summary,
			reason:
				'has a line that not every loader reads alike (a quote that is never closed, blanks behind an empty value, a byte order mark in front), so ours might not be read as written',
			snippet: entries.map(({ name }) => `${name}=`).join('\n'),
		};
	}
}

/** In a git work tree git decides what is ignored; elsewhere the rule is written for the day of `git init`. */
function ignoreRule(host: Host, folder: string): Change {
	const path = '.gitignore';
	const summary = 'keeps the env files out of git';
	const before = host.read(path);
	const ignored = host.git ? host.git.isIgnored(`${folder}.env`) : isIgnoredBy(before ?? '', `${folder}.env`);
	if (ignored) return skipped(path, summary, `${folder}.env is ignored already`);
	const after = addIgnorePatterns(before ?? '', 'Secrets', ['.env', '.env.*', '!.env.example']);
	// The rule stands there and git says no all the same: rules added around it would not change that.
	const named = (before ?? '').split(/\r?\n/).some((line) => line.trim() === '.env');
	const ignores = (content = ''): boolean => isIgnoredBy(content, `${folder}.env`);
	const inVain = named || ignores(before) || !ignores(after);
	if (after === undefined || inVain) {
		throw new AuthgraftError(
			'AG_ENV_TRACKED',
			`git does not ignore ${folder}.env although ${path} names it: another rule takes it back`,
			`Find the rule with: git check-ignore -v ${folder}.env`,
		);
	}
	return before === undefined ? created(path, after, summary) : modified(path, before, after, summary);
}
