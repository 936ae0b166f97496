import type { PlanDocument } from '../../../test/gauntlet/run.ts';
import type { Run } from './runner.ts';

/** What `--json` prints, as far as it is looked at. */
export interface Document extends PlanDocument {
	host?: { root: string; framework: string; version: string; language: string };
	routes?: { kind: string; path: string; guard: string; signIn?: true }[];
	/** Of `doctor`. */
	findings?: { code: string; severity: string }[];
}

/** One command, and what came of it. */
export interface Step {
	/** `add-provider google` */
	command: string;
	exit: number | null;
	/** Milliseconds. */
	time: number;
	/** Of an error that the command tells: `AG_REFUSED`. */
	code?: string;
	/** What it must not do, in a sentence: a fault of its own, an end without a word, a time beyond the limit. */
	crash?: string;
}

/** A step with what is needed to judge it, which no table holds. */
export interface Done extends Step {
	document: Document;
	stderr: string;
}

/** Runs a command with `--json`. Whatever it does, there is a result. */
export async function step(run: Run, root: string, args: string[]): Promise<Done> {
	const start = performance.now();
	const { code: exit, stdout, stderr } = await run([...args, '--json', '--cwd', root], root);
	const time = Math.round(performance.now() - start);
	const document = read(stdout);
	const code = document?.error?.code;
	const crash = crashOf(exit, document, stderr);
	return {
		command: args.filter((arg) => arg !== '--yes' && arg !== '--no-install').join(' '),
		...{ exit, time, ...(code === undefined ? {} : { code }), ...(crash === undefined ? {} : { crash }) },
		...{ document: document ?? { exitCode: exit ?? 1 }, stderr },
	};
}

function read(stdout: string): Document | undefined {
	try {
		const document: unknown = JSON.parse(stdout);
		return typeof document === 'object' && document !== null ? (document as Document) : undefined;
	} catch {
		return undefined;
	}
}

/** 0 done, 1 refused or failed, 2 wrong usage; nobody is there who could have cancelled it. */
const documented = [0, 1, 2];

function crashOf(exit: number | null, document: Document | undefined, stderr: string): string | undefined {
	const last = stderr.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
	if (exit === null) return last || 'ended without a word';
	if (document?.error?.code === 'AG_INTERNAL') return document.error.message.slice(0, 200);
	if (/^ {4}at .+:\d+:\d+\)?$/m.test(stderr)) return 'prints a stack trace';
	if (!documented.includes(exit)) return `exit ${exit}: ${last}`;
	if (!document) return `prints no JSON: ${last}`;
	if (document.exitCode !== exit) return `exit ${exit}, while --json says ${document.exitCode}`;
	// What `doctor` finds is no fault of its own.
	if (exit !== 0 && !document.error && !document.findings) return `exit ${exit} without an error`;
	return undefined;
}
