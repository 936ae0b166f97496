import type { ProviderFact } from '../fact.ts';
import { providerOptions } from '../options.ts';
import type { Guide } from './guide.ts';
import { identity } from './identity.ts';
import { mail } from './mail.ts';
import { pages } from './pages.ts';
import { social } from './social.ts';
import { work } from './work.ts';

/** Guides that are written by hand, by module. */
export const guides: Readonly<Record<string, Guide>> = { ...social, ...identity, ...work, ...mail };

export interface FilledGuide extends Omit<Guide, 'register'> {
	/** Undefined where no page is known. */
	register: string | undefined;
	notes: string[];
	/** Written for this provider, and not derived from what all of its kind have in common. */
	specific: boolean;
}

/**
 * How to register the application: the page, the steps in order, and what else to know, with the names of the variables
 * and the callback URL filled in. Where nothing is written for a provider, what all of its kind ask for.
 *
 * @param options.id the provider's id in the application
 * @param options.callback the callback URL to enter
 */
export function guideFor(fact: ProviderFact, options: { id?: string; callback: string }): FilledGuide {
	const written = Object.hasOwn(guides, fact.module) ? guides[fact.module] : undefined;
	const guide = written ?? genericGuide(fact);
	const variables = new Map(
		providerOptions(fact, options.id).map(({ variable, option }) => [option.suffix, variable]),
	);
	const fill = (text: string): string =>
		text.replace(/\{(\w+)\}/g, (whole, name: string) =>
			name === 'callback' ? options.callback : (variables.get(name) ?? whole),
		);
	return {
		register: guide.register,
		steps: guide.steps.map(fill),
		notes: [...(fact.deprecated ? [fact.deprecated] : []), ...(guide.notes ?? []).map(fill)],
		specific: written !== undefined,
	};
}

function genericGuide(fact: ProviderFact): Pick<Guide, 'steps' | 'notes'> & { register: string | undefined } {
	const { module, name } = fact;
	const register = Object.hasOwn(pages, module) ? pages[module]?.register : undefined;
	const notes = Object.hasOwn(pages, module) ? [...(pages[module]?.notes ?? [])] : [];
	// The core compares both, and looks nowhere else.
	if (fact.type === 'oidc' && fact.issuer)
		notes.push('{ISSUER}/.well-known/openid-configuration has to answer, and to name that same issuer.');
	return { register, notes, steps: genericSteps(fact, name) };
}

function genericSteps(fact: ProviderFact, name: string): string[] {
	const rest = providerOptions(fact).filter(
		({ option }) => !['clientId', 'clientSecret'].includes(option.name),
	);
	const others = rest.map(({ option }) =>
		option.required
			? `{${option.suffix}}: ${option.description}.`
			: `{${option.suffix}}, if you need it: ${option.description}.`,
	);
	if (fact.type === 'email') return [`Make an account with ${name} that may send e-mail.`, ...others];
	if (fact.type !== 'oauth' && fact.type !== 'oidc') return ['There is nothing to register.', ...others];
	return [
		`Register an ${fact.type === 'oidc' ? 'OpenID Connect' : 'OAuth'} application (a confidential web client) with ${name}.`,
		'Callback or redirect URL: {callback}',
		'Copy the client id into {ID} and the client secret into {SECRET}.',
		...others,
	];
}
