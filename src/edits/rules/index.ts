import type { Node } from 'ts-morph';
import { type Framework, runtimeModules } from '../../framework.ts';
import type { Source } from '../../syntax/source.ts';
import type { AuthImport } from '../handle/auth-handle.ts';
import { readCall } from './call.ts';
import { chainOf, guardCalls } from './chain.ts';

/** One call of the runtime's `protect`, as it is written. */
export interface Rule {
	/** What it guards, as far as it can be seen; undefined where nothing of it can. */
	patterns: string[] | undefined;
	/** Whether it may guard more than `patterns` says. */
	computed: boolean;
	/** What it leaves open; undefined where that cannot be seen. */
	except: string[] | undefined;
	/** It asks for more than a session. True as well where its options cannot be seen. */
	condition: boolean;
	/** The condition as it is written, `hasRole('admin')`. */
	allow?: string;
	/** It closes all remote functions. */
	remoteFunctions: boolean;
	/** A sign-in page of the rule's own, which it leaves open. */
	signInPage?: string;
	/** 1-based. */
	line: number;
	/** Every request comes past it, behind the auth handle. */
	runs: boolean;
	/** Why it does not run, or not on every request: half a sentence. */
	problem?: string;
}

/**
 * The rules of a file: every call of the runtime's `protect`, in the order of the text.
 * @param auth the auth module; whose handle has to run before any rule.
 */
export function rulesIn(
	source: Source,
	framework: Framework,
	auth: AuthImport = { authModule: './auth' },
): Rule[] {
	const runtimeModule = runtimeModules[framework];
	const chain = chainOf(source, framework, auth, runtimeModule);
	const first = chain.members.findIndex(({ kind }) => kind === 'auth' || kind === 'own code');
	return guardCalls(source, runtimeModule).map((call) => {
		const { paths, computed, options } = readCall(call);
		const index = chain.members.findIndex(({ node }) => node === call);
		const problem = problemOf(index, first, chain.reaches(call));
		return {
			patterns: paths.length === 0 && computed ? undefined : paths.map(({ text }) => text),
			computed,
			except: options?.except,
			condition: !options || options.allow !== undefined,
			...(options?.allow ? { allow: textOf(options.allow) } : {}),
			remoteFunctions: options?.remoteFunctions === true,
			...(options?.signInPage === undefined ? {} : { signInPage: options.signInPage }),
			line: call.getStartLineNumber(),
			runs: problem === undefined,
			...(problem ? { problem } : {}),
		};
	});
}

function problemOf(index: number, auth: number, reached: boolean): string | undefined {
	if (index === -1)
		return reached ? 'runs only when the code around it calls it' : 'is not part of what runs on a request';
	if (auth === -1) return 'runs without the auth handle, so it answers everybody with an error';
	return index < auth ? 'stands before the auth handle, so it answers everybody with an error' : undefined;
}

const textOf = (node: Node): string => node.getText().replace(/\s+/g, ' ');
