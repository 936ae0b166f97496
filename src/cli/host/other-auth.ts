import { isMovable } from '../../edits/migrate/predecessors.ts';
import { AuthgraftError } from '../../errors.ts';
import {
	type AuthLibrary,
	findAuthLibraries,
	libraryNames,
	mentionsLibrary,
} from '../../host/auth/libraries.ts';
import type { WiredAuth } from '../../host/auth/wired.ts';
import type { Host } from '../../host/host.ts';
import { resolveServerHooks } from '../../host/server-hooks.ts';
import type { SkipChange } from '../../plan/change.ts';

/**
 * Stops where another library signs people in already. With a wrapper of Auth.js that is wired up the job is done:
 * then the answer is what to report, and nothing else is to happen.
 * @throws AuthgraftError AG_OTHER_AUTH with the names found.
 */
export async function otherAuth(
	host: Host,
): Promise<{ change: SkipChange; library: AuthLibrary } | undefined> {
	if (findAuthLibraries(host).length === 0 && !hooksMentionOne(host)) return undefined;
	const { found, wired } = await lookForOthers(host);
	if (wired) {
		const [name] = libraryNames([wired.library]);
		const change: SkipChange = {
			kind: 'skip',
			path: wired.file,
			summary: 'sets sign-in up',
			reason: `with ${name}, line ${wired.line}`,
		};
		return { change, library: wired.library };
	}
	if (found.length === 0) return undefined;
	throw new AuthgraftError(
		'AG_OTHER_AUTH',
		`The project has an auth library already: ${libraryNames(found).join(', ')}`,
		'Two of them would compete for sessions and cookies. Give --alongside to go on anyway.',
	);
}

/**
 * For a command that works on our own sign-in, where another library signs people in: `init` alone would say that nothing is
 * to do.
 */
export async function signInOfAnother(host: Host): Promise<AuthgraftError | undefined> {
	const { found, wired } = await lookForOthers(host);
	if (found.length === 0) return undefined;
	const place = wired ? ` (${wired.file}:${wired.line})` : '';
	return new AuthgraftError(
		'AG_NOT_SET_UP',
		`Sign-in here is ${libraryNames(found).join(', ')}${place}, and guards of authgraft ask for its own session`,
		found.some(({ package: name }) => isMovable(name))
			? 'Move it to authgraft, and nobody is signed out: authgraft migrate'
			: 'Take the other one out and run authgraft init, or set both up: authgraft init --alongside',
	);
}

/** The auth libraries that a host lists or that its hooks import, and where one that wraps Auth.js is wired up. */
async function lookForOthers(
	host: Host,
): Promise<{ found: readonly AuthLibrary[]; wired: WiredAuth | undefined }> {
	const { findWiredAuthJs, librariesInHooks } = await import('../../host/auth/wired.ts');
	const found = [...findAuthLibraries(host), ...librariesInHooks(host)];
	return { found, wired: findWiredAuthJs(host, found) };
}

/** Decides only whether the hooks are worth parsing: the compiler takes time to load. */
function hooksMentionOne(host: Host): boolean {
	const { file } = host.framework === 'sveltekit' ? resolveServerHooks(host) : {};
	return file !== undefined && mentionsLibrary(host.read(file) ?? '');
}
