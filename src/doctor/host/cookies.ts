import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { nameOf } from '../../syntax/objects.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { isWritten, numberOf, optionAt, textOf } from './options.ts';

/** Browsers keep no cookie longer: 400 days. Seconds. */
const longest = 400 * 24 * 60 * 60;

/** Options of cookies and of the session's life that make sign-in fail, or less safe. */
export function cookies({ module, config, environment }: HostContext): Diagnosis[] {
	if (!module || !config) return [];
	const file = module.config;
	return [
		...maxAge(config, file),
		...insecure(config, file),
		...options(config, file, environment.get('AUTH_URL')?.value),
	];
}

const at = (file: string, node: Node) => [{ file, line: node.getStartLineNumber() }];

function maxAge(config: ObjectLiteralExpression, file: string): Diagnosis[] {
	const node = optionAt(config, 'session', 'maxAge');
	const seconds = numberOf(node);
	if (node === undefined || seconds === undefined || (seconds >= 60 && seconds <= longest)) return [];
	const tooLong = seconds > longest;
	return [
		diagnosis('max-age', {
			title: tooLong
				? `session.maxAge is ${Math.round(seconds / 86_400)} days: it is given in seconds, not in milliseconds`
				: `session.maxAge is ${seconds} seconds, so sessions end at once`,
			cause: tooLong
				? 'A stolen cookie stays good for all that time.'
				: 'People are signed out while they read.',
			evidence: at(file, node),
			mend: { text: 'Write seconds.', snippet: 'maxAge: 30 * 24 * 60 * 60, // 30 days' },
		}),
	];
}

function insecure(config: ObjectLiteralExpression, file: string): Diagnosis[] {
	const node = optionAt(config, 'useSecureCookies');
	if (!node || !isWritten(node, 'false')) return [];
	return [
		diagnosis('cookie-options', {
			title: 'useSecureCookies is false, so the session also goes over plain http',
			cause: 'Whoever listens on the network can take the session over.',
			evidence: at(file, node),
			mend: { text: 'Take the option out: on https cookies are secure, on http they are not.' },
		}),
	];
}

/** They carry proofs across the provider's site: with `strict` the browser does not send them back. */
const checks = ['pkceCodeVerifier', 'state', 'nonce', 'callbackUrl', 'webauthnChallenge'];

function options(config: ObjectLiteralExpression, file: string, address: string | undefined): Diagnosis[] {
	const cookies = optionAt(config, 'cookies');
	if (!Node.isObjectLiteralExpression(cookies)) return [];
	const host = hostOf(address);
	return cookies.getProperties().flatMap((property) => {
		const name = nameOf(property);
		if (name === undefined) return [];
		const option = (key: string) => optionAt(cookies, name, 'options', key);
		const fault = (key: string, title: string, cause: string, text: string): Diagnosis[] => {
			const node = option(key);
			return node
				? [diagnosis('cookie-options', { title, cause, evidence: at(file, node), mend: { text } })]
				: [];
		};
		const domain = textOf(option('domain'))?.replace(/^\./, '').toLowerCase();
		return [
			...(isWritten(option('httpOnly'), 'false') && name !== 'csrfToken'
				? fault(
						'httpOnly',
						`cookies.${name} can be read by scripts (httpOnly: false)`,
						'One script from elsewhere, and somebody else has the session.',
						'Take httpOnly out.',
					)
				: []),
			...(isWritten(option('secure'), 'false')
				? fault(
						'secure',
						`cookies.${name} also goes over plain http (secure: false)`,
						'Whoever listens on the network can take it.',
						'Take `secure` out: it follows the address.',
					)
				: []),
			...(checks.includes(name) && textOf(option('sameSite')) === 'strict'
				? fault(
						'sameSite',
						`cookies.${name} is sameSite: 'strict', so it is not there when people come back from a provider`,
						'Every sign-in ends in InvalidCheck.',
						'Take sameSite out: it is `lax`.',
					)
				: []),
			...(domain !== undefined && host !== undefined && host !== domain && !host.endsWith(`.${domain}`)
				? fault(
						'domain',
						`cookies.${name} is for ${domain}, and AUTH_URL is on another host`,
						'Browsers refuse such a cookie: nobody is ever signed in.',
						'Name the domain that AUTH_URL is on, or take `domain` out.',
					)
				: []),
		];
	});
}

function hostOf(address: string | undefined): string | undefined {
	if (address === undefined || !URL.canParse(address)) return undefined;
	const { hostname } = new URL(address);
	return /^(?:localhost|127\.|\[)/.test(hostname) ? undefined : hostname.toLowerCase();
}
