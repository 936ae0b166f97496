import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { explainLines } from '../../../doctor/log/index.ts';
import { AuthgraftError } from '../../../errors.ts';
import { say } from '../../terminal/output.ts';
import type { DoctorOptions } from './options.ts';
import { tell } from './tell.ts';

/** Of a longer log the end is read: what happened last is what people ask about. Bytes. */
const most = 20 * 1024 * 1024;

/**
 * `authgraft doctor --log <file|->`: explains the lines of a log. Looks at nothing else.
 * @returns the exit code.
 * @throws AuthgraftError AG_NOTHING_TO_ASK (exit 2) where there is no log, or nothing in it is about sign-in.
 */
export async function explainLog(file: string, options: DoctorOptions): Promise<number> {
	const text = file === '-' ? await read(process.stdin) : await readFile(file, options.cwd);
	const { found, unknown, lines } = explainLines(text);
	if (found.length === 0 && unknown.length === 0)
		throw new AuthgraftError(
			'AG_NOTHING_TO_ASK',
			`Nothing in ${lines === 1 ? 'the line' : `the ${lines} lines`} is about sign-in`,
			'Lines of the runtime begin with [auth]. Give the output of the server from its start to the failure.',
			2,
		);
	for (const line of unknown) say(`? not known: ${line}`);
	const unanswered = unknown.map((why) => ({ check: 'log', state: 'unknown' as const, why }));
	return tell(undefined, [{ found, unanswered: options.json ? unanswered : [] }], {
		...options,
		failOn: options.failOn ?? 'error',
		about: 'A log: nothing else was looked at.',
	});
}

async function readFile(file: string, cwd: string): Promise<string> {
	const path = resolve(cwd, file);
	const stats = statSync(path, { throwIfNoEntry: false });
	if (!stats?.isFile())
		throw new AuthgraftError(
			'AG_NOTHING_TO_ASK',
			`--log ${file}: ${stats ? 'is no file' : 'there is no such file'}`,
			'Name a file, or - to read from stdin: npm run dev 2>&1 | authgraft doctor --log -',
			2,
		);
	return read(createReadStream(path, { start: Math.max(0, stats.size - most) }));
}

/** The end of what comes. */
async function read(stream: Readable): Promise<string> {
	let text = '';
	stream.setEncoding('utf8');
	for await (const chunk of stream) text = (text + String(chunk)).slice(-most);
	return text;
}
