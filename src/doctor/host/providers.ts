import { Node, SyntaxKind } from 'ts-morph';
import { allowsForm, readFormPolicies } from '../../audit/collisions/form-action.ts';
import { providerModule } from '../../edits/providers/index.ts';
import { trustOrigins } from '../../generators/add-provider/trusted-origins.ts';
import { Staging } from '../../generators/changes/index.ts';
import { hostStyle } from '../../generators/changes/style.ts';
import { leadsAway, stageFormAction } from '../../generators/form-action.ts';
import type { ProviderFact } from '../../generators/providers/fact.ts';
import { type OptionVariable, providerOptions, shownName } from '../../generators/providers/options.ts';
import { isRefusal, isWrite } from '../../plan/change.ts';
import { nameOf } from '../../syntax/objects.ts';
import { parse } from '../../syntax/source.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { isWritten, optionAt, textOf } from './options.ts';

/** What keeps a listed provider from working, or makes it unsafe. */
export function providers(context: HostContext): Diagnosis[] {
	if (!context.module) return [];
	return [
		...inList(context),
		...unfinished(context),
		...postingBack(context),
		...behindPolicy(context),
		...unfit(context),
		...onEdge(context),
	];
}

/** The options that the list hands over to the factory of a provider itself: no variable is read for them. `'*'` is any. */
function handedOver({ host, module }: HostContext, { module: factory }: ProviderFact): ReadonlySet<string> {
	const locals = (module?.listed ?? []).flatMap(({ from, local }) =>
		providerModule(from) === factory && local ? [local] : [],
	);
	if (!module || locals.length === 0) return new Set();
	const { ast } = parse(module.list, host.read(module.list) ?? '');
	const names = ast.getDescendantsOfKind(SyntaxKind.CallExpression).flatMap((call) => {
		const [options] = call.getArguments();
		if (!options || !locals.includes(call.getExpression().getText())) return [];
		// What is not written there may hold anything.
		if (!Node.isObjectLiteralExpression(options)) return ['*'];
		return options.getProperties().map((property) => nameOf(property) ?? '*');
	});
	return new Set(names);
}

/** A button that cannot lead anywhere. While developing that is a provider that is being set up. */
function unfinished(context: HostContext): Diagnosis[] {
	const { known, environment, module } = context;
	return known.flatMap(({ id, fact, isOwnId }) => {
		if (!fact || fact.module === '' || !module) return [];
		const given = handedOver(context, fact);
		const isNeeded = ({ option }: OptionVariable) =>
			option.required && !given.has(option.name) && !given.has('*');
		const missing = providerOptions(fact, id)
			.filter(isNeeded)
			.map(({ variable }) => variable)
			.filter((variable) => !environment.get(variable));
		if (missing.length === 0) return [];
		const { production } = environment;
		return [
			diagnosis('provider-unfinished', {
				severity: production ? 'error' : 'note',
				// Platforms keep variables where nobody sees them from here.
				likely: isOwnId,
				title: `${shownName({ fact, id })} cannot be used: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`,
				cause: 'The provider is left out, or its button ends in "server configuration".',
				evidence: missing.map((variable) => ({ variable })),
				mend: {
					text: `Register the application there, and set ${missing.join(', ')}.`,
					command: `authgraft providers ${fact.id}`,
				},
			}),
		];
	});
}

/** What the list says with its providers. */
function inList({ host, module }: HostContext): Diagnosis[] {
	if (!module) return [];
	const files = [...new Set([module.config, module.list])];
	return files.flatMap((file) => {
		const { ast } = parse(file, host.read(file) ?? '');
		return ast.getDescendantsOfKind(SyntaxKind.PropertyAssignment).flatMap((property): Diagnosis[] => {
			const name = nameOf(property);
			const evidence = [{ file, line: property.getStartLineNumber() }];
			const value = property.getInitializer();
			if (name === 'allowDangerousEmailAccountLinking' && isWritten(value, 'true'))
				return [
					diagnosis('account-linking', {
						evidence,
						title: 'Accounts are linked by e-mail address alone (allowDangerousEmailAccountLinking)',
						cause:
							'Where a provider does not verify addresses, anybody takes over the account of an address.',
						mend: { text: 'Take it out, and let people link while they are signed in: docs/linking.md.' },
					}),
				];
			const isSecret =
				name === 'clientSecret' || (name === 'secret' && isTop(property, module.config === file));
			const text = textOf(value);
			if (!isSecret || text === undefined || text.length < 8 || isBlackedOut(text)) return [];
			return [
				diagnosis('secret-in-source', {
					evidence,
					title: `\`${name}\` is written in the source`,
					cause: 'Everybody who can read the repository has it, for ever.',
					mend: {
						text: 'Move it into the environment, and make a new one: the old one is known.',
						...(name === 'secret' ? { command: 'authgraft secret' } : {}),
					},
				}),
			];
		});
	});
}

/** `<redacted>`, `********`: what is printed in place of one. */
const isBlackedOut = (text: string): boolean => /^<[^<>]*>$|^\[[^[\]]*\]$|^(.)\1*$/.test(text);

/** `secret` of the configuration or of `jwt`; another one belongs to something else. */
const isTop = (property: Node, isConfig: boolean): boolean => {
	const object = property.getParent();
	return (
		isConfig &&
		Node.isObjectLiteralExpression(object) &&
		(object.getProperty('providers') !== undefined || /^jwt\b/.test(object.getParent()?.getText() ?? ''))
	);
};

/** Providers that answer with a form: SvelteKit refuses posts from their site before any hook. */
function postingBack({ host, known }: HostContext): Diagnosis[] {
	return known.flatMap(({ id, fact }) => {
		if (!fact?.postsFrom) return [];
		const staging = new Staging(host);
		trustOrigins(staging, host, fact.postsFrom, hostStyle(host));
		const changes = staging.changes();
		const refused = changes.find(isRefusal);
		const writes = changes.filter(isWrite);
		if (!refused && writes.length === 0) return [];
		const file = refused?.path ?? writes[0]?.path ?? '';
		return [
			diagnosis('form-post-origin', {
				...(refused ? { likely: true } : { fix: writes }),
				title: `${shownName({ fact, id })} posts its answer, and SvelteKit does not let it`,
				cause: `Everybody who comes back from ${fact.postsFrom.join(', ')} gets 403 "Cross-site POST form submissions are forbidden".`,
				evidence: [{ file }],
				mend: {
					text: refused ? `${file} ${refused.reason}.` : `Trust the origin in ${file}.`,
					snippet: `csrf: { trustedOrigins: [${fact.postsFrom.map((origin) => `'${origin}'`).join(', ')}] }`,
				},
			}),
		];
	});
}

/** The page that `init` writes follows the redirect by script, which no policy for forms holds back. */
export function entersByScript({ audit, module }: HostContext): boolean {
	const path = module?.facts.pages.signIn;
	const page = audit.routes.find((route) => route.path === path)?.page;
	return page !== undefined && /\buse:enhance\b/.test(audit.sources.text(page) ?? '');
}

/** How bad such a policy is. */
export const heldBack = (byScript: boolean) => ({
	...(byScript ? { severity: 'warning' as const } : {}),
	cause: `Chrome and Safari check the redirect behind a form, too: ${byScript ? 'without JavaScript, and in a form of your own, ' : ''}the button does nothing, and no log says so.`,
});

/** A Content-Security-Policy that holds the redirect to a provider back. SolidStart's sign-in page goes there by script. */
function behindPolicy(context: HostContext): Diagnosis[] {
	const { host, known } = context;
	if (host.framework !== 'sveltekit') return [];
	const away = known.flatMap(({ fact }) => (fact && leadsAway(fact) ? [fact] : []));
	return readFormPolicies(host).flatMap((policy) => {
		const held = away.filter(({ authorizesAt }) => allowsForm(policy, authorizesAt) === false);
		const [first] = held;
		if (!first) return [];
		const origins = held.flatMap(({ authorizesAt }) => authorizesAt ?? []);
		const staging = new Staging(host);
		const targets = held.map(({ name, authorizesAt }) => ({ name, origin: authorizesAt }));
		stageFormAction(staging, host, targets, hostStyle(host));
		return [
			diagnosis('csp-form-action', {
				...heldBack(entersByScript(context)),
				fix: staging.changes().filter(isWrite),
				title: `The Content-Security-Policy holds back the way to ${held.map(({ name }) => name).join(', ')}`,
				evidence: [{ file: policy.file, line: policy.line }],
				mend: {
					text: `Add ${origins.length > 0 ? origins.join(', ') : "the issuer's origin"} to form-action.`,
					snippet: `'form-action': ['self'${origins.map((origin) => `, '${origin}'`).join('')}]`,
				},
			}),
		];
	});
}

/** What the runtime refuses as a whole: then nothing works. */
function unfit({ module, known, config }: HostContext): Diagnosis[] {
	if (!module || !config) return [];
	const { adapter, strategy } = module.facts;
	const of = (type: string) => known.find(({ fact }) => fact?.type === type && fact.module !== '');
	const [credentials, mail, passkeys] = [of('credentials'), of('email'), of('webauthn')];
	const evidence = [{ file: module.config, line: config.getStartLineNumber() }];
	const broken = (title: string, text: string, more: { command?: string; snippet?: string } = {}) =>
		diagnosis('config-broken', {
			...{ title, evidence },
			cause: 'A configuration that cannot work is refused as a whole: all endpoints answer 500.',
			mend: { text, ...more },
		});
	const ids = known.map(({ id }) => id);
	const twice = ids.find((id, index) => ids.indexOf(id) !== index);
	const inDatabase =
		strategy === 'database' ||
		(strategy === undefined && adapter === 'there' && !optionAt(config, 'session'));
	// Beside another one it is left out.
	const isAlone = known.every(({ fact }) => fact?.type === 'credentials');
	const title = `"${credentials?.id}" is a credentials provider, which works with JWT sessions only`;
	const mend = { text: 'Keep sessions in the cookie.', snippet: "session: { strategy: 'jwt' }," };
	const cause =
		'The provider is left out. Sessions of the others lie in the database, and changing that ends them.';
	return [
		...(credentials && inDatabase
			? [
					isAlone
						? broken(title, mend.text, { snippet: mend.snippet })
						: diagnosis('provider-unfinished', { title, evidence, cause, mend }),
				]
			: []),
		...(mail && adapter === 'absent'
			? [
					broken(`"${mail.id}" sends e-mail links and needs an adapter to remember them`, 'Add a database.', {
						command: 'authgraft add-adapter drizzle',
					}),
				]
			: []),
		...(passkeys && adapter === 'absent'
			? [
					broken('Passkeys need an adapter to remember them', 'Add a database.', {
						command: 'authgraft add-adapter drizzle',
					}),
				]
			: []),
		...(strategy === 'database' && adapter === 'absent'
			? [
					broken('Database sessions need an adapter', 'Add a database.', {
						command: 'authgraft add-adapter drizzle',
					}),
				]
			: []),
		...(twice === undefined
			? []
			: [broken(`Two providers have the id "${twice}"`, 'Give one of them another `id`.')]),
	];
}

/** Modules that need what only Node has. */
const nodeOnly = ['@auth/core/providers/nodemailer', 'pg', 'better-sqlite3', 'mysql2', 'mysql2/promise'];

function onEdge({ host, module }: HostContext): Diagnosis[] {
	const edge = /adapter-cloudflare|adapter-vercel-edge/.exec(host.adapter ?? '')?.[0];
	if (!edge || !module) return [];
	const source = parse(module.list, host.read(module.list) ?? '');
	const found = source.ast
		.getImportDeclarations()
		.find((one) => nodeOnly.includes(one.getModuleSpecifierValue()));
	if (!found) return [];
	return [
		diagnosis('edge-needs-node', {
			likely: true,
			title: `${found.getModuleSpecifierValue()} needs Node.js, and ${host.adapter} deploys to another runtime`,
			cause: 'The build, or the first request, ends with a module that cannot be found.',
			evidence: [{ file: module.list, line: found.getStartLineNumber() }],
			mend: { text: 'Take one that speaks HTTP: Resend or Postmark for mail, D1 or libSQL for a database.' },
		}),
	];
}
