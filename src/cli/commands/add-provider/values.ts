import { AuthgraftError } from '../../../errors.ts';
import type { WantedProvider } from '../../../generators/add-provider/answers.ts';
import { providerOptions } from '../../../generators/providers/index.ts';
import { type AddProviderOptions, secrets } from './options.ts';

/** More than any set of values has; whoever pipes a disk image in made a mistake. */
const maxBytes = 1_000_000;

/**
 * Arguments stay in the shell's history, and everybody on the machine can list them while the command runs.
 * @throws AuthgraftError AG_SECRET_IN_ARGUMENTS (exit 2), without the value.
 */
export function refuseSecretArguments(ids: readonly string[], options: AddProviderOptions): void {
	const flag = secrets.find((secret) => Object.hasOwn(options, secret.attributeName()));
	const assignment = ids.find((id) => id.includes('='))?.split('=')[0];
	const what = flag?.long ?? assignment;
	if (what === undefined) return;
	const name = assignment && /^AUTH_\w+$/.test(assignment) ? assignment : 'AUTH_GITHUB_SECRET';
	throw new AuthgraftError(
		'AG_SECRET_IN_ARGUMENTS',
		`${what}: a secret in the arguments stays in the shell's history, and others on the machine can read it`,
		`Leave it away and type it when asked, or pipe it in: ... | authgraft add-provider <id> --stdin, with lines such as ${name}=<value>. One that was typed already is better replaced at the provider.`,
		2,
	);
}

/**
 * The values that `--stdin` brings, by variable.
 * @throws AuthgraftError AG_VALUE_INVALID (exit 2) for names that none of the providers reads.
 */
export async function readValues(
	{ stdin }: AddProviderOptions,
	providers: readonly WantedProvider[],
): Promise<Record<string, string>> {
	if (!stdin) return {};
	const values = parseLines(await readInput());
	const names = providers.flatMap(({ fact, id }) =>
		providerOptions(fact, id).map(({ variable }) => variable),
	);
	const unknown = Object.keys(values).filter((name) => !names.includes(name));
	if (unknown.length === 0 && Object.keys(values).length > 0) return values;
	throw new AuthgraftError(
		'AG_VALUE_INVALID',
		unknown.length > 0
			? `--stdin: no provider that is named here reads ${unknown.join(', ')}`
			: '--stdin: there was no NAME=value line',
		names.length > 0 ? `These are read: ${names.join(', ')}` : 'These providers have no variables.',
		2,
	);
}

/**
 * `NAME=value` lines, the value as it stands: in an env file `#` and `$` would mean something, and a secret that was cut
 * off there is found out at the first sign-in only. Quotes around all of it are taken off.
 */
function parseLines(text: string): Record<string, string> {
	const values: Record<string, string> = {};
	for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
		if (/^\s*(?:#|$)/.test(line)) continue;
		const [, name, value = ''] = /^\s*(?:export\s+)?(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
		if (name === undefined)
			throw new AuthgraftError(
				'AG_VALUE_INVALID',
				'--stdin: there is a line that is not NAME=value',
				'Write one variable a line; a value has no line break.',
				2,
			);
		values[name] = value.replace(/^(["'])(.*)\1$/, '$2');
	}
	return values;
}

async function readInput(): Promise<string> {
	if (process.stdin.isTTY)
		throw new AuthgraftError(
			'AG_VALUE_INVALID',
			'--stdin: standard input is a terminal, which would show what you type',
			'Pipe the lines in, or leave --stdin away and type the values when asked.',
			2,
		);
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of process.stdin) {
		bytes += chunk.length;
		if (bytes > maxBytes)
			throw new AuthgraftError('AG_VALUE_INVALID', '--stdin: more than 1 MB', 'Pipe NAME=value lines in.', 2);
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks).toString('utf8');
}
