import semver from 'semver';
import type { Host } from '../../host/host.ts';

/** `resolve` came with SvelteKit 2.26; before it there was `base`. Only it knows a base path that is relative. */
export function svelteLinks(
	host: Host,
	paths: Record<'signIn' | 'signUp' | 'forgotPassword' | 'account', string>,
) {
	const resolves = semver.gte(host.version, '2.26.0');
	const to = (path: string): string => (resolves ? `resolve('${path}')` : `base + '${path}'`);
	return {
		pathsImport: `import { ${resolves ? 'resolve' : 'base'} } from '$app/paths';`,
		link: {
			signIn: to(paths.signIn),
			// What it resolves to may be relative, and that is nowhere to come back to.
			signInAgain: `\`\${${to(paths.signIn)}}?callbackUrl=${encodeURIComponent(`${host.base ?? ''}${paths.account}`)}\``,
			signUp: to(paths.signUp),
			forgotPassword: to(paths.forgotPassword),
		},
	};
}
