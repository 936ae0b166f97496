/** What the account page does and shows: one function for each of its forms. */
import { confirm, proven, provenOnly } from './confirm.js';
import { oneAtATime } from './double-click.js';
import { download } from './download.js';
import { email } from './email/index.js';
import { confirmEmail, notMe } from './email/links.js';
import { password } from './password.js';
import { profile } from './profile.js';
import { removePerson } from './removal/index.js';
import { endOtherSessions, endSession } from './sessions.js';
import { type Flow, signedInOnly, type VisitorFlow } from './visitor.js';
import { link, removePasskey, unlink } from './ways.js';

export { openAddressLink } from './email/links.js';
export { overview } from './overview.js';

/** What would be done, or told, twice by a double click. A download has one body, and can be had by one alone. */
const once = (flow: VisitorFlow): Flow => signedInOnly(oneAtATime(flow));

/**
 * By the name under which a form asks for it. Whatever lets somebody in, or cannot be taken back, needs more than a session: see
 * `proven`. The two last ones are the buttons behind links of mails, for whoever has the link.
 */
export const accountFlows: ReadonlyMap<string, Flow> = new Map<string, Flow>([
	['profile', signedInOnly(profile)],
	['email', once(proven(email))],
	['password', once(proven(password, 'current'))],
	['confirm', signedInOnly(confirm)],
	['link', provenOnly(link)],
	['unlink', once(proven(unlink))],
	['remove-passkey', once(proven(removePasskey))],
	['end-session', once(endSession)],
	['end-other-sessions', signedInOnly(endOtherSessions)],
	['export', provenOnly(download)],
	['delete', once(proven(removePerson))],
	['confirm-email', confirmEmail],
	['not-me', notMe],
]);
