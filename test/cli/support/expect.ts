import { expect } from 'vitest';
import type { ErrorCode } from '../../../src/errors.ts';
import type { Host } from './host.ts';
import type { Result, RunOptions } from './run.ts';

/** Where the documents speak about an error. */
export const errorDocs = (code: ErrorCode): string => `${documents}/errors.md#${code.toLowerCase()}`;

/** `docs/` as people get there who have the published package only. */
export const documents = 'https://github.com/authgraft/authgraft/blob/main/docs';

export interface Failure {
	exit: 1 | 2 | 130;
	code: ErrorCode;
	/** Found in message or hint. */
	says?: readonly (string | RegExp)[];
}

/** `authgraft: what is wrong (AG_CODE)`, and on the lines below what to do and where more is said: at the end of stderr. */
export function expectFailure(result: Result, { exit, code, says = [] }: Failure): void {
	const { stderr } = result;
	const [, message = '', shown, hint = '', docs] =
		/authgraft: ([\s\S]+) \((AG_\w+)\)\n([\s\S]*\n)(.*)\n$/.exec(stderr) ?? [];
	expect({ exit: result.exit, code: shown, docs }, stderr).toEqual({ exit, code, docs: errorDocs(code) });
	expect(message.trim(), stderr).not.toBe('');
	expect(hint.trim(), stderr).not.toBe('');
	for (const text of says) expect(`${message}\n${hint}`).toMatch(text);
}

/** The command fails as said, prints no data, and leaves every byte of the host (and of its repository) as it was. */
export async function expectRefusal(host: Host, args: string[], failure: Failure, options: RunOptions = {}) {
	const before = host.tree({ git: true });
	const result = await host.runWith(options, ...args);
	expectFailure(result, failure);
	expect(result.stdout).toBe('');
	expect(host.tree({ git: true })).toEqual(before);
	return result;
}

/** `init` with all defaults and without an install, which has to work. */
export async function graft(host: Host, ...args: string[]): Promise<Result> {
	const result = await host.run('init', '--yes', '--no-install', ...args);
	expect(result.exit, result.stderr).toBe(0);
	return result;
}
