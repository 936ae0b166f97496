import { asksInBrowser, prerenderedPages, whatHelps } from '../../audit/prerendered-sessions.ts';
import { planPart } from '../../generators/init/parts.ts';
import { layoutByHand } from '../../generators/init/prerendered.ts';
import { ifReadable } from '../../host/files/index.ts';
import type { Sources } from '../../host/routes/index.ts';
import { sourceFiles } from '../../host/routes/remote-functions.ts';
import { isWrite } from '../../plan/change.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { answersOf } from './answers.ts';

/** Pages of nobody, which people see who are signed in. */
export function prerenderedSessions(context: HostContext): Diagnosis[] {
	const { host, audit, module } = context;
	if (!module || asksInBrowser(host)) return [];
	const isKit = host.framework === 'sveltekit';
	// Without the session in the root layout there is none to put right.
	const shows = ['ts', 'js'].some((extension) =>
		/\bauth\(\)/.test(ifReadable(() => host.read(`${host.paths.routes}/+layout.server.${extension}`)) ?? ''),
	);
	if (isKit && !shows) return [];
	const pages = prerenderedPages(audit.sources, audit.routes);
	if (pages.length === 0) return [];
	// Where nobody is shown as signed in, nobody looks signed out.
	const isMild = !isKit || !showsSession(audit.sources);
	const fix = isKit ? planPart(audit.sources, 'prerendered', answersOf(context)).filter(isWrite) : [];
	const byHand = isKit ? layoutByHand(host, module.facts.basePath) : undefined;
	return pages.map((built) =>
		diagnosis('session-prerendered', {
			fix,
			...(isMild ? { severity: 'note' as const, likely: true } : {}),
			title: `${built.file}:${built.line} ${built.text}`,
			cause: isKit
				? 'On these pages, and on those that links lead to from there, people look signed out.'
				: 'On these pages people look signed out.',
			evidence: [{ file: built.file, line: built.line }],
			mend: byHand
				? { text: `It can ask in the browser: ${byHand}.` }
				: { text: `${whatHelps(host, built)}.`, ...(isKit ? { command: 'authgraft init' } : {}) },
		}),
	);
}

/** Whether any page or part of one names the session. The pages of `init` for signing in and out do, and are not built. */
function showsSession(sources: Sources): boolean {
	return sourceFiles(sources).some(
		(file) =>
			/\.svelte$/.test(file) &&
			!/\/(?:signin|signout)\/\+page\.svelte$/.test(file) &&
			/\bsession\b/.test(sources.text(file) ?? ''),
	);
}
