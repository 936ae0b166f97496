import type { Session } from '@auth/core/types';
import { smallPage } from '../http/small-page.js';
import type { Resolved, SetCookie } from '../types.js';
import { clearUnderWay, readUnderWay, type UnderWay } from './cookie.js';

const script = {
	text: 'document.forms[0].submit()',
	hash: 'sha256-ePniVEkSivX/c7XWBGafqh8tSpiRrKiqYeqbG7N1TOE=',
};

/**
 * Answers where people come by on the way to and from the provider's sign-out, at the endpoint that signs out. What others
 * make of such a URL does nothing.
 *
 * @returns where to go on, a page to show, or null for a page that is none of these
 */
export async function answerReturn(
	resolved: Resolved,
	headers: Headers,
	query: URLSearchParams,
	readSession: () => Promise<Session | null>,
): Promise<{ target: string; cookies: SetCookie[] } | Response | null> {
	const state = query.get('state');
	const underWay = await readUnderWay(resolved, headers);
	if (underWay?.form && query.has('leave')) return leavePage(resolved, underWay.form);
	if (underWay && (state ?? '') === underWay.state)
		return { target: underWay.target, cookies: clearUnderWay(resolved, headers) };
	// Somebody else's link must not say so to people who are signed in.
	if (state === null || (await readSession())) return null;
	return smallPage(resolved, {
		title: 'Sign out',
		text: 'You are signed out.',
		link: { href: resolved.base || '/', label: 'Continue' },
	});
}

/** What is too long for a URL is sent as a form: by itself, and by hand where no script runs. */
function leavePage(resolved: Resolved, { action, name, fields }: NonNullable<UnderWay['form']>): Response {
	return smallPage(resolved, {
		title: 'Sign out',
		text: 'You are signed out here.',
		button: `Sign out at ${name}`,
		form: { action, fields },
		script,
	});
}
