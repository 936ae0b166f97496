import { text as readAll } from 'node:stream/consumers';
import type { HostContext } from '../../../doctor/context.ts';
import type { Credentials } from '../../../doctor/start/flow.ts';
import type { Tried } from '../../../doctor/start/index.ts';
import { AuthgraftError } from '../../../errors.ts';
import { tryOut as attempt } from '../../trial/index.ts';
import type { DoctorOptions } from './options.ts';

/** Builds and starts the project, and signs in: with what is on stdin, if so wanted. */
export async function tryOut(context: HostContext, { stdin }: Pick<DoctorOptions, 'stdin'>): Promise<Tried> {
	return attempt(context, stdin ? await givenCredentials() : undefined);
}

/** One JSON object on stdin: `{ "provider": "credentials", "email": "...", "password": "..." }`. */
async function givenCredentials(): Promise<Credentials> {
	const line = (await readAll(process.stdin)).trim();
	let given: unknown;
	try {
		given = JSON.parse(line);
	} catch {
		throw wrong();
	}
	const entries =
		typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given) : [];
	if (entries.length === 0 || entries.some(([, value]) => typeof value !== 'string')) throw wrong();
	const { provider = 'credentials', ...fields } = Object.fromEntries(entries) as Record<string, string>;
	return { provider, fields };
}

/** What was given may be a password: it is not said again. */
const wrong = (): AuthgraftError =>
	new AuthgraftError(
		'AG_USAGE',
		'What is on stdin is no JSON object of texts',
		'Give one like this: { "provider": "credentials", "email": "ada@example.com", "password": "..." }',
		2,
	);
