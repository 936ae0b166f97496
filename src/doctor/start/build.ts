import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { interrupted } from './interrupted.ts';
import { complaint } from './output.ts';
import { type Program, start } from './process.ts';
import type { Trial } from './programs.ts';

/** How long it may take. Milliseconds. */
const patience = 10 * 60_000;

/**
 * Runs the project's own build.
 * @returns what is wrong with it, or nothing.
 * @throws AuthgraftError AG_CANCELLED; it has ended then.
 */
export async function build(
	program: Program,
	trial: Trial,
	signal: AbortSignal,
): Promise<Diagnosis | undefined> {
	if (signal.aborted) throw interrupted();
	const child = start(program);
	let tookTooLong = false;
	const timer = setTimeout(() => {
		tookTooLong = true;
		void child.end();
	}, patience);
	const stop = () => void child.end();
	signal.addEventListener('abort', stop, { once: true });
	await child.ended;
	clearTimeout(timer);
	signal.removeEventListener('abort', stop);
	await child.end();
	if (signal.aborted) throw interrupted();
	if (child.code() === 0) return undefined;
	return diagnosis('build-fails', {
		title: tookTooLong ? 'The build does not end' : 'The project does not build',
		cause: tookTooLong
			? `It was ended after ${patience / 60_000} minutes.`
			: 'Whatever it is, nothing of it can be deployed.',
		evidence: [{ request: 'run build', says: complaint(child, trial) }],
		mend: {
			text: 'The lines above are its own.',
			command: [nameOf(program), ...program.args.slice(-2)].join(' '),
		},
	});
}

/** What a person types. */
function nameOf({ file, args }: Program): string {
	const name = file.split(/[\\/]/).at(-1) ?? file;
	return args.length > 2 ? 'npm' : name;
}
