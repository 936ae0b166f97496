import { text as readAll } from 'node:stream/consumers';
import type { HostContext } from '../../../doctor/context.ts';
import type { Examination } from '../../../doctor/diagnosis.ts';
import type { Credentials } from '../../../doctor/start/flow.ts';
import { AuthgraftError } from '../../../errors.ts';
import { interruptible } from '../../terminal/interrupt.ts';
import { paint, say } from '../../terminal/output.ts';
import type { DoctorOptions } from './options.ts';

/** Builds and starts the project, signs in and out, and says what was seen to hold. */
export async function tryOut(
	context: HostContext,
	{ stdin }: Pick<DoctorOptions, 'stdin'>,
): Promise<Examination> {
	const credentials = stdin ? await givenCredentials() : undefined;
	const { tryOut: attempt } = await import('../../../doctor/start/index.ts');
	const result = await interruptible((signal) =>
		attempt(context, { signal, credentials, say: (line) => say(paint('dim', line)) }),
	);
	if (result.proofs.length > 0) say(`${paint('green', 'Seen:')} ${result.proofs.join(', ')}.`);
	return result;
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
