import { expect } from 'vitest';
import type { ErrorCode } from '../../../src/errors.ts';
import type { Host } from './host.ts';
import type { Result, RunOptions } from './run.ts';

export interface Failure {
	exit: 1 | 2 | 130;
	code: ErrorCode;
	/** Found in message or hint. */
	says?: readonly (string | RegExp)[];
}

/** `authgraft: what is wrong (AG_CODE)`, and on the lines below what to do: at the end of stderr. */
export function expectFailure(result: Result, { exit, code, says = [] }: Failure): void {
	const { stderr } = result;
	const [, message = '', shown, hint = ''] =
		/authgraft: ([\s\S]+) \((AG_\w+)\)\n([\s\S]*)$/.exec(stderr) ?? [];
	expect({ exit: result.exit, code: shown }, stderr).toEqual({ exit, code });
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
