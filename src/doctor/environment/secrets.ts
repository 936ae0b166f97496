import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readEnv } from '../../edits/env/index.ts';
import { AuthgraftError } from '../../errors.ts';
import { secretNames } from '../../generators/env/index.ts';
import { weakness } from '../../generators/env/weakness.ts';
import { secretPlan } from '../../generators/secret/secret.ts';
import { ifReadable, isInside } from '../../host/files/index.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { lineAt } from '../../syntax/text.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { placeOf, type Variable } from '../variables.ts';

/** The secrets that sign sessions: there, strong, and nowhere where others can read them. */
export const secrets = (context: HostContext): Diagnosis[] => [
	...missingOrWeak(context),
	...inPublicNames(context),
	...inExample(context),
	...inBuild(context),
];

const make = 'authgraft secret';

function missingOrWeak({ host, environment, module }: HostContext): Diagnosis[] {
	if (!module || environment.unseen) return [];
	const set = secretNames.flatMap((name) => environment.get(name) ?? []);
	const ownSecret = /\bsecret\s*[:,]/.test(host.read(module.config) ?? '');
	if (set.length === 0) {
		if (ownSecret) return [];
		const where = environment.production
			? 'in the environment'
			: `in ${environment.files.map(({ file }) => file).join(', ') || 'an env file'}`;
		return [
			diagnosis('secret-missing', {
				title: `AUTH_SECRET is not set ${where}`,
				cause: 'Nothing can be signed: all endpoints answer 500.',
				evidence: [{ variable: 'AUTH_SECRET' }],
				fix: environment.production ? [] : newSecret(host),
				mend: environment.production
					? { text: 'Set it in the environment of the process that serves.', command: `${make} --print` }
					: { text: 'authgraft makes one.', command: make },
			}),
		];
	}
	const published = Object.values(readEnv(ifReadable(() => host.read('.env.example')) ?? ''));
	return set.flatMap((variable) => {
		const weak = weakness(variable.value, published);
		if (weak === undefined) return [];
		return [
			diagnosis('secret-weak', {
				title: `${variable.name} ${weak}`,
				cause: 'Whoever knows it signs in as anybody.',
				evidence: [placeOf(variable)],
				mend: { text: 'Put a new one in front of it; people sign in again.', command: `${make} rotate` },
			}),
		];
	});
}

/** Not where something stands in the way: the command itself says what. */
function newSecret(host: Host): Change[] {
	try {
		return secretPlan(host, randomBytes(32).toString('base64url')).changes;
	} catch (error) {
		if (error instanceof AuthgraftError) return [];
		throw error;
	}
}

/** Bundlers hand what is called like this to browsers. */
function inPublicNames({ environment }: HostContext): Diagnosis[] {
	return environment
		.all()
		.filter(
			({ name, value }) =>
				value !== '' && /^(?:VITE|PUBLIC)_/.test(name) && /SECRET|PRIVATE_KEY|_AUTH_\w*PASSWORD/.test(name),
		)
		.map((variable) =>
			diagnosis('secret-public', {
				title: `${variable.name} is handed to browsers`,
				cause: `What begins with ${variable.name.split('_')[0]}_ becomes part of the scripts that everybody loads.`,
				evidence: [placeOf(variable)],
				mend: { text: 'Give it a name without that beginning, and a new value: the old one is known.' },
			}),
		);
}

/** Example files are committed. */
function inExample({ host }: HostContext): Diagnosis[] {
	return ['.env.example', '.env.sample', '.env.template'].flatMap((file) => {
		const text = ifReadable(() => host.read(file));
		if (text === undefined) return [];
		return Object.entries(readEnv(text))
			.filter(
				([name, value]) =>
					/^(?:AUTH_\w*SECRET\w*|\w*(?:API_KEY|PASSWORD))$/.test(name) && value !== '' && isReal(value),
			)
			.map(([name]) =>
				diagnosis('example-has-secret', {
					title: `${name} has a value in ${file}, which everybody gets`,
					cause: 'Copied, it becomes the secret of a deployment, and it stands in the repository.',
					evidence: [{ file, line: lineAt(text, text.indexOf(name)) }],
					mend: { text: `Leave it empty in ${file}, and make a new one where the old one is in use.` },
				}),
			);
	});
}

/** A placeholder says so, mostly in words; a real secret is long and looks like chance. */
const isReal = (value: string): boolean =>
	value.length >= 20 &&
	weakness(value.padEnd(32, value), []) === undefined &&
	!/\s/.test(value) &&
	!inWords.test(value);

/** `secret-from-auth0-dashboard`, `YOUR_CLIENT_SECRET`: words, each with two digits at its end at most. */
const inWords = /^(?:[a-z]+\d{0,2}|[A-Z]+\d{0,2})(?:[-_.](?:[a-z]+\d{0,2}|[A-Z]+\d{0,2}))+$/;

/** Where builds put what browsers get. */
const published = [
	...[
		'build/client',
		'.svelte-kit/output/client',
		'.output/public',
		'.vercel/output/static',
		'dist/client',
		'.netlify/client',
	],
	'.cloudflare/public',
];
/** Files and bytes that are looked at: a build of a large project takes seconds. */
const most = { files: 3000, bytes: 40_000_000 };

/** A secret in what browsers load. */
function inBuild({ host, environment }: HostContext): Diagnosis[] {
	const values = environment
		.all()
		.filter(({ name, value }) => /SECRET|_KEY$|PASSWORD/.test(name) && value.length >= 16);
	if (values.length === 0) return [];
	const hits = new Map<Variable, HostPath>();
	const left = { ...most };
	for (const folder of published) {
		const absolute = join(host.root, folder);
		// A link out of the project is none of ours.
		if (
			!lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory() ||
			!isInside(host.root, realpathSync(absolute))
		)
			continue;
		for (const file of filesBelow(absolute, folder, left)) {
			const text = textOf(join(host.root, file), left);
			for (const variable of values)
				if (text?.includes(variable.value) && !hits.has(variable)) hits.set(variable, file);
		}
	}
	return [...hits].map(([variable, file]) =>
		diagnosis('secret-in-build', {
			title: `The value of ${variable.name} stands in a file that browsers load`,
			cause: 'It was read while building, in code that runs in the browser.',
			evidence: [{ file }, placeOf(variable)],
			mend: { text: 'Read it on the server alone, build anew, and make a new one: the old one is known.' },
		}),
	);
}

/** No link is followed, and no more is listed than is read. */
function* filesBelow(absolute: string, path: HostPath, left: typeof most): Generator<HostPath> {
	for (const entry of readdirSync(absolute, { withFileTypes: true })) {
		if (left.files <= 0) return;
		if (entry.isDirectory()) yield* filesBelow(join(absolute, entry.name), `${path}/${entry.name}`, left);
		else if (entry.isFile() && /\.(?:m?js|css|html|json|map)$/.test(entry.name)) {
			left.files--;
			yield `${path}/${entry.name}`;
		}
	}
}

function textOf(absolute: string, left: typeof most): string | undefined {
	const size = lstatSync(absolute).size;
	if (size > left.bytes) return undefined;
	left.bytes -= size;
	return readFileSync(absolute, 'utf8');
}
