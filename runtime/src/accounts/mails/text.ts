import { escapeHtml } from '../../core/http/small-page.js';
import { oneLine } from '../../core/said.js';
import type { Mail, MailKind } from '../types.js';

/** What a mail says. */
export interface Message {
	kind: MailKind;
	/** One address. */
	to: string;
	/** Where its button leads. */
	link?: string | undefined;
	/** Of the person, as they gave it. */
	name?: string | undefined;
	/** The new address, in a note to the old one. */
	newAddress?: string | undefined;
}

/** From where it comes. */
export interface Circumstances {
	/** Name of the application. */
	application: string;
	/** `Firefox on Linux`. */
	browser: string;
	at: Date;
}

interface Wording {
	subject: string;
	/** What happened. */
	said: string;
	/** What its link does. */
	button?: string;
	/** How long the link works, and what to do when it was not them. */
	hint: string;
}

const ignore = 'If it was not you, do nothing: nothing changes without this link.';

const wordings: Record<MailKind, (application: string, message: Message) => Wording> = {
	'sign-up': (app) => ({
		subject: `Confirm your address for ${app}`,
		said: `Somebody, probably you, wants to make an account at ${app} with this address.`,
		button: 'Confirm and choose a password',
		hint: `The link works for 24 hours, once. ${ignore}`,
	}),
	existing: (app, { link }) => ({
		subject: `You already have an account at ${app}`,
		said: `Somebody, probably you, wanted to use this address for an account at ${app}. There is one already: sign in as usual${link ? ', or set a new password' : ''}.`,
		button: 'Set a new password',
		hint: link ? `The link works for one hour, once. ${ignore}` : 'If it was not you, do nothing.',
	}),
	reset: (app) => ({
		subject: `Set a new password for ${app}`,
		said: `Somebody, probably you, asked for a new password at ${app}.`,
		button: 'Set a new password',
		hint: `The link works for one hour, once. ${ignore}`,
	}),
	changed: (app) => ({
		subject: `Your password at ${app} was changed`,
		said: `The password of your account at ${app} was changed, and other browsers were signed out.`,
		hint: 'If it was not you, set a new password at once, and change that of this mailbox, too.',
	}),
	email: (app) => ({
		subject: `Confirm your new address for ${app}`,
		said: `This is to be the new address of an account at ${app}.`,
		button: 'Confirm the new address',
		hint: `The link works for one hour, once. ${ignore}`,
	}),
	'email-notice': (app, { newAddress = '', link }) => ({
		subject: `Your address at ${app} is being changed`,
		said: `The address of your account at ${app} is to become ${newAddress}. It does when the mail that was sent there is confirmed.`,
		button: 'This was not me',
		hint: `If it was you, do nothing. If not, ${link ? 'the link signs out every browser and lets you set a new password' : 'set a new password at once'}.`,
	}),
	'way-added': (app) => ({
		subject: `A way to sign in was added at ${app}`,
		said: `There is one more way to sign in to your account at ${app}.`,
		hint: 'If it was not you, remove it on your account page, and set a new password.',
	}),
	deleted: (app) => ({
		subject: `Your account at ${app} was deleted`,
		said: `Your account at ${app} was deleted, and what was kept about you with it.`,
		hint: 'If it was not you, write to the people who run the site.',
	}),
};

/** Writes a mail, as text and as HTML without pictures. Whatever people gave is text in it. */
export function writeMail(message: Message, { application, browser, at }: Circumstances): Mail {
	const app = oneLine(application);
	const { subject, said, button, hint } = wordings[message.kind](app, message);
	// Whoever types somebody else's address could write to them by a name.
	const isProven = message.kind !== 'sign-up' && message.kind !== 'email';
	const hello = isProven && message.name ? `Hello ${oneLine(message.name)},` : 'Hello,';
	const where = `${browser}, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
	const { link, to, kind } = message;
	const text = [hello, said, link && `${button ?? 'Go on'}:\n${link}`, hint, where].filter(Boolean);
	const paragraphs = [
		escapeHtml(hello),
		escapeHtml(said),
		link && `<a href="${escapeHtml(link)}">${escapeHtml(button ?? 'Go on')}</a>`,
		escapeHtml(hint),
		`<small>${escapeHtml(where)}</small>`,
	].filter(Boolean);
	return {
		...{ to, subject: oneLine(subject), kind },
		text: `${text.join('\n\n')}\n`,
		html: `<!doctype html><html lang="en"><body>${paragraphs.map((one) => `<p>${one}</p>`).join('')}</body></html>`,
		...(link && { link }),
	};
}
