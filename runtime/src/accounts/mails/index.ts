import { endpointUrl } from '../../core/auth-core/request.js';
import { withQuery } from '../../core/http/redirects.js';
import { warn } from '../../core/log.js';
import type { Resolved } from '../../core/types.js';
import { showsLinks } from '../answers.js';
import type { AccountsContext } from '../types.js';
import { browserLabel } from './label.js';
import { sendSoon } from './queue.js';
import { type Message, writeMail } from './text.js';

/** Where the link of a mail leads. Under the origin of the configuration: never under one that a request names. */
export const linkOf = (resolved: Resolved, action: string, params: Record<string, string>): string =>
	withQuery(endpointUrl(resolved, 'account', action).href, params);

/** The name of the application, for people. */
export const applicationName = (
	{ options }: Pick<AccountsContext, 'options'>,
	{ origin }: Pick<Resolved, 'origin'>,
): string => options.name ?? new URL(origin).host;

/** Whether a link gets to somebody at all. */
export const canTell = ({ options }: AccountsContext, resolved: Resolved): boolean =>
	options.send !== undefined || showsLinks(resolved);

/** A link that would stand in a mail, for whoever develops without a mailer. */
export const shownLink = (
	{ options }: AccountsContext,
	resolved: Resolved,
	link: string,
): string | undefined => (options.send === undefined && showsLinks(resolved) ? link : undefined);

/**
 * Sends a mail after the answer: nobody waits for it, and nothing tells whether there was one. Without a mailer the link is in
 * the log while developing, and nowhere else.
 *
 * @param headers of the browser that is behind it
 */
export function tell(context: AccountsContext, resolved: Resolved, headers: Headers, message: Message): void {
	const { send } = context.options;
	const { logger } = resolved;
	if (send) {
		const application = applicationName(context, resolved);
		const mail = writeMail(message, { application, browser: browserLabel(headers), at: new Date() });
		sendSoon(() => send(mail), logger);
	} else if (showsLinks(resolved) && message.link) {
		warn(
			logger,
			`No mailer is set up (accounts.send). The mail to ${message.to} would lead to ${message.link}`,
		);
	}
}
