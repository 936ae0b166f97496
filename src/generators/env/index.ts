import { addEnvEntries, type EnvEntry, EnvFileError, readEnv } from '../../edits/env/index.ts';
import { addIgnorePatterns, isIgnoredBy } from '../../edits/gitignore.ts';
import { AuthgraftError } from '../../errors.ts';
import { shellWord } from '../../host/files/shell.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Finding } from '../../plan/change.ts';
import type { Staging } from '../changes/index.ts';
import type { Context } from '../context.ts';
import { minimumSecretLength, weakness } from './weakness.ts';

/** Variables that hold secrets for sessions, the one that signs first: as the runtime and the core read them. */
export const secretNames = ['AUTH_SECRET_3', 'AUTH_SECRET_2', 'AUTH_SECRET_1', 'AUTH_SECRET'] as const;

/** The env file with the secret, the example file with names only, and the ignore rule that protects the first. */
export function stageEnvFiles(context: Context): void {
	const { host, staging } = context;
	const folder = envFolder(host);
	const file = privateEnvFile(host);
	refuseTracked(host, file);
	stageIgnoreRule(staging, host, file);
	stageSecret(context, folder, file);
	stageExample(context, folder);
}

/**
 * `''` or `config/`: what stands in front of `.env`.
 * @throws AuthgraftError AG_CONFIG_NOT_READABLE.
 */
export function envFolder({ envDir, configFile }: Host): string {
	if (envDir === undefined) {
		throw new AuthgraftError(
			'AG_CONFIG_NOT_READABLE',
			`Where the env files lie is computed in ${configFile}, so it cannot be read`,
			'Write the folder as a plain string.',
		);
	}
	return envDir === '' ? '' : `${envDir}/`;
}

/**
 * The env file that takes secrets: `.env`, or `.env.local` where `.env` is in git and holds what everybody may know.
 * Whether it can take them is for `refuseTracked` to say.
 * @throws AuthgraftError AG_CONFIG_NOT_READABLE.
 */
export function privateEnvFile(host: Host): HostPath {
	const folder = envFolder(host);
	const file = `${folder}.env`;
	if (!host.generation.envFiles.includes('.env.local') || !host.git?.isTracked(file)) return file;
	// A secret that is in git already is to be told, not to be hidden by another file.
	const values = readEnv(host.read(file) ?? '');
	return secretNames.some((name) => values[name]) ? file : `${folder}.env.local`;
}

/** An env file that the host's loader reads while developing. */
export interface EnvFile {
	file: string;
	values: Record<string, string>;
}

/** All of them, missing ones as empty; a later file wins. */
export function envFiles(host: Host, folder: string): EnvFile[] {
	return host.generation.envFiles.map((name) => ({
		file: folder + name,
		values: readEnv(host.read(folder + name) ?? ''),
	}));
}

/** @throws AuthgraftError AG_ENV_TRACKED: what is written there would be committed. */
export function refuseTracked(host: Host, path: string): void {
	if (!host.git?.isTracked(path)) return;
	throw new AuthgraftError(
		'AG_ENV_TRACKED',
		`${path} is tracked by git, so a secret in it would be committed`,
		`Take it out of the index and keep the file: git rm --cached ${shellWord(path)}`,
	);
}

/**
 * The private file gets AUTH_SECRET, unless some env file has one, and the providers' variables without values.
 * @throws AuthgraftError AG_SECRET_TOO_SHORT.
 */
function stageSecret({ host, staging, answers, variables }: Context, folder: string, path: HostPath): void {
	const files = envFiles(host, folder);
	const secretFile = files.findLast(({ values }) => values.AUTH_SECRET);
	checkSecret(secretFile?.file, secretFile?.values.AUTH_SECRET);
	// After some rotations AUTH_SECRET itself may be gone.
	const namesFor = (name: string): readonly string[] => (name === 'AUTH_SECRET' ? secretNames : [name]);
	const isSet = (name: string): boolean =>
		namesFor(name).some((each) => files.some(({ values }) => values[each]));
	const entries = variables
		.filter(({ name }) => name !== 'AUTH_URL' && !isSet(name))
		.map(
			({ name, description }): EnvEntry => ({
				name,
				value: name === 'AUTH_SECRET' ? answers.secret : '',
				comment: description,
			}),
		);
	stageEnvEntries(staging, path, 'the secret, and a line for each variable to fill in', entries);
	staging.note(path, ...sharedFileNotes(path));
	staging.tell(path, ...weakSecrets(host, folder, files));
}

const sharedFileNotes = (path: HostPath): string[] =>
	path.endsWith('.local') ? ['`.env` is in git, so what nobody else may know goes here'] : [];

/** What is wrong with secrets that are there: one bad one is enough to forge sessions, whichever signs. */
function weakSecrets(host: Host, folder: string, files: readonly EnvFile[]): Finding[] {
	const published = Object.values(readEnv(host.read(`${folder}.env.example`) ?? ''));
	return secretNames.flatMap((name) => {
		const last = files.findLast(({ values }) => values[name]);
		const weak = weakness(last?.values[name] ?? '', published);
		return last && weak
			? [
					{
						...{ code: 'weak-secret', file: last.file },
						text: `${name} in ${last.file} ${weak}: whoever knows it can sign in as anybody. Replace it: authgraft secret rotate`,
					},
				]
			: [];
	});
}

function checkSecret(file: string | undefined, secret: string | undefined): void {
	if (!file || !secret || secret.length >= minimumSecretLength) return;
	throw new AuthgraftError(
		'AG_SECRET_TOO_SHORT',
		`AUTH_SECRET in ${file} has ${secret.length} characters, and at least ${minimumSecretLength} are needed`,
		'Delete that line and run the command again: it writes a new one. Sessions signed with the old one end.',
	);
}

function stageExample({ staging, variables }: Context, folder: string): void {
	const entries = variables.map(
		({ name, description }): EnvEntry => ({ name, value: '', comment: description }),
	);
	const summary = 'every variable with a comment and no value';
	stageEnvEntries(staging, `${folder}.env.example`, summary, entries);
}

/** Adds entries to an env file; what cannot be written so that every loader reads it is refused, with the empty lines. */
export function stageEnvEntries(staging: Staging, path: string, summary: string, entries: EnvEntry[]): void {
	try {
		const text = addEnvEntries(staging.read(path) ?? '', entries);
		if (text === undefined) staging.skip(path, summary, 'the variables are there already');
		else staging.write(path, summary, text);
	} catch (error) {
		if (!(error instanceof EnvFileError)) throw error;
		const snippet = entries.map(({ name }) => `${name}=`).join('\n');
		staging.refuse(path, summary, reasonFor(error), snippet);
	}
}

const reasonFor = ({ cause, message }: EnvFileError): string =>
	cause === 'value'
		? `cannot be written to: ${message}. Fill it in by hand`
		: 'has a line that not every loader reads alike (a quote that is never closed, blanks behind an empty value, a byte order mark in front), so ours might not be read as written';

/**
 * Keeps an env file out of git. In a work tree git decides what is ignored; elsewhere the rule is written for the day of
 * `git init`.
 * @throws AuthgraftError AG_ENV_TRACKED.
 */
export function stageIgnoreRule(staging: Staging, host: Host, file: string): void {
	const path = '.gitignore';
	const summary = 'keeps the env files out of git';
	const before = staging.read(path);
	const ignored = host.git ? host.git.isIgnored(file) : isIgnoredBy(before ?? '', file);
	if (ignored) {
		staging.skip(path, summary, `${file} is ignored already`);
		return;
	}
	const patterns = host.git?.isTracked(file.replace(/\.local$/, ''))
		? ['.env.local', '.env.*.local']
		: ['.env', '.env.*', '!.env.example'];
	const after = addIgnorePatterns(before ?? '', 'Secrets', patterns);
	// The rule stands there and git says no all the same: rules added around it would not change that.
	const named = (before ?? '').split(/\r?\n/).some((line) => line.trim() === file.split('/').at(-1));
	const ignores = (content = ''): boolean => isIgnoredBy(content, file);
	const inVain = named || ignores(before) || !ignores(after);
	if (after === undefined || inVain) {
		throw new AuthgraftError(
			'AG_ENV_TRACKED',
			`git does not ignore ${file} although ${path} names it: another rule takes it back`,
			`Find the rule with: git check-ignore -v ${shellWord(file)}`,
		);
	}
	staging.write(path, summary, after);
}
