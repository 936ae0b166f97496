import { execFileSync, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import type { Host } from './host.ts';
import { bin, environment } from './run.ts';

/** Keys as a terminal sends them. */
export const keys = { enter: '\r', escape: '\u001b', ctrlC: '\u0003', tab: '\t', down: '\u001b[B' };

/** What to type when a text has appeared behind what was seen before. */
export type Step = [when: string, type: string];

export interface Session {
	/** Exit code; 128 and more for a signal. */
	exit: number | null;
	/** Everything that came, without escape codes. */
	screen: string;
	/** The same as it came. */
	raw: string;
}

/** Far more than any step takes, on a machine that does other things as well. */
const patience = 50_000;

/**
 * Runs the command in a pseudo-terminal, by script(1) of util-linux (Debian has it always), and types.
 * @throws when a text does not appear, or the command does not end.
 */
export function onTerminal(
	host: Host,
	args: string[],
	steps: Step[],
	env: Record<string, string> = {},
): Promise<Session> {
	// Set inside: a PATH of the test's own need not lead to script(1).
	const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)};`);
	const command = [process.execPath, bin, ...args].map(quoted).join(' ');
	return new Promise((resolve, reject) => {
		const child = spawn(
			'script',
			['-qfec', `stty cols 120 rows 50; ${exports.join(' ')} exec ${command}`, '/dev/null'],
			{
				cwd: host.root,
				env: environment(),
				stdio: ['pipe', 'pipe', 'pipe'],
			},
		);
		const left = [...steps];
		let raw = '';
		let seen = 0;
		const onOutput = (text: string) => {
			raw += text;
			const screen = stripVTControlCharacters(raw);
			const [next] = left;
			const at = next ? screen.indexOf(next[0], seen) : -1;
			if (!next || at === -1) return;
			seen = at + next[0].length;
			left.shift();
			child.stdin.write(next[1]);
			// The next text may be there already.
			onOutput('');
		};
		for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput);
		child.stdin.on('error', () => {});
		const missing = (what: string) => new Error(`${what}:\n${stripVTControlCharacters(raw)}`);
		const timer = setTimeout(() => {
			child.kill('SIGKILL');
			reject(missing(left[0] ? `"${left[0][0]}" never appeared` : 'authgraft does not end'));
		}, patience);
		child.once('error', reject);
		child.once('close', (exit) => {
			clearTimeout(timer);
			if (left[0]) reject(missing(`authgraft ended before "${left[0][0]}" appeared`));
			else resolve({ exit, raw, screen: stripVTControlCharacters(raw) });
		});
	});
}

const quoted = (argument: string): string => `'${argument.replaceAll("'", "'\\''")}'`;

/** Fails at once, and says why, on a machine without script(1). */
execFileSync('script', ['--version']);
