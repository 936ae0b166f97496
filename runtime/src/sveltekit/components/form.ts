import type { AuthorizationParams } from '../../core/browser/index.js';

/** What a sign-in form sends along: where to go, whether to go there, and the provider's fields. */
export type FormOptions =
	| FormData
	| ({
			/** A path of this site. Default: the application's base. */
			redirectTo?: string;
			/** False: the action's page gets a value instead of a redirect. */
			redirect?: boolean;
	  } & Record<string, string | boolean | undefined>);

/** A route such as `signin` gets its slash. Paths, relative ones too, queries such as `?/signIn` and URLs stay. */
export function actionOf(page: string): string {
	return /^(?:[/.?]|https?:)/i.test(page) ? page : `/${page}`;
}

/** The hidden fields of a form. */
export function hiddenFields(
	options: FormOptions,
	provider?: string,
	authorizationParams?: AuthorizationParams,
): [name: string, value: string][] {
	const entries: [string, unknown][] = options instanceof FormData ? [...options] : Object.entries(options);
	const fields = entries.flatMap(([name, value]) =>
		value === undefined || value === null || value instanceof Blob ? [] : [pair(name, String(value))],
	);
	const params = new URLSearchParams(authorizationParams).toString();
	return [
		...(provider ? [pair('providerId', provider)] : []),
		...(params ? [pair('authorizationParams', params)] : []),
		...fields,
	];
}

function pair(name: string, value: string): [string, string] {
	return [name, value];
}

/** The predecessor's providers that it asks for an address, and the ones that have come since. */
const mailers = new Set([
	'email',
	'forwardemail',
	'loops',
	'mailgun',
	'nodemailer',
	'postmark',
	'resend',
	'sendgrid',
]);

/** Whether a form has to ask for an e-mail address: the provider sends links, and none is given. */
export function asksForEmail(provider: string | undefined, options: FormOptions): boolean {
	if (!provider || !mailers.has(provider)) return false;
	return options instanceof FormData ? !options.has('email') : options.email === undefined;
}
