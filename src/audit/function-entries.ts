import type { Host, HostPath } from '../host/host.ts';
import type { RemoteFunction } from '../host/routes/route.ts';
import type { AuthSettings } from './auth-module/settings.ts';
import type { Entry } from './entry.ts';
import { functionGuardOf, isForSignIn } from './guards.ts';
import type { KnownFunction } from './known-function.ts';
import type { ParsedFiles } from './parsed-files.ts';
import type { PathRule } from './path-rules.ts';

/**
 * The functions that browsers call by their own address, with guard and use.
 * @param signIn ids of the routes that stay open so that people can sign in, and where that is configured
 */
export function knownFunctions(
	host: Host,
	parsed: ParsedFiles,
	functions: readonly RemoteFunction[],
	uses: ReadonlyMap<HostPath, ReadonlySet<string>>,
	signIn: { routes: ReadonlySet<string>; settings: AuthSettings | undefined },
): KnownFunction[] {
	return functions.map((one) => {
		const usedBy = uses.get(one.file) ?? new Set<string>();
		const isTheirs = usedBy.size > 0 && [...usedBy].every((id) => signIn.routes.has(id));
		return {
			...one,
			usedBy,
			seen: functionGuardOf(parsed, one, host),
			signIn: isTheirs || isForSignIn(parsed, one, host, signIn.settings),
		};
	});
}

/** The same for the list that `authgraft routes` prints. */
export function functionEntries(functions: readonly KnownFunction[], rules: readonly PathRule[]): Entry[] {
	const denied = rules.find(({ runs, remoteFunctions }) => runs && remoteFunctions);
	return functions.map((one) => {
		const { file, line, name, type, seen, usedBy, signIn } = one;
		const guard = seen?.guard;
		const remote = /\.remote\.[cm]?[jt]s$/.test(file);
		return {
			kind: remote ? 'remote function' : 'server function',
			path: file,
			id: `${file}#${name ?? line}`,
			...(name === undefined ? {} : { name }),
			file,
			line,
			...(type === 'prerender' && remote
				? { guard: 'cannot be guarded (prerendered)' }
				: guard
					? { guard: 'function guard', guardedIn: { file, line: guard.line } }
					: denied && remote
						? { guard: 'path rule', guardedIn: { file: denied.file, line: denied.line } }
						: { guard: 'public' }),
			...(guard?.conditional ? { conditional: true } : {}),
			...(signIn ? { signIn: true } : {}),
			usedBy: [...usedBy].sort(),
			...(seen?.note ? { note: seen.note } : {}),
		} satisfies Entry;
	});
}
