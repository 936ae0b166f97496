import { ts } from 'ts-morph';
import { ruleFor } from '../../audit/path-rules.ts';
import { mailerNames, neededVariables } from '../../generators/add-accounts/mailers.ts';
import { isPasswords } from '../../generators/add-provider/listed.ts';
import { accountPaths } from '../../generators/look/pages.ts';
import { fileOf, lineOf, propertyOf } from '../../syntax/tree/nodes.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis, type Evidence } from '../diagnosis.ts';
import { deployments } from '../environment/loading.ts';
import { placeOf } from '../variables.ts';
import { accountTables } from './account-tables.ts';
import { isWhole, textIn, valueIn, writtenAccounts } from './accounts-written.ts';
import { mayHaveOption } from './options.ts';
import { answersVisits, mayReroute, routesAt } from './page-routes.ts';

/** What keeps people from signing up, or from a password, where the project has accounts of its own. */
export function accounts(context: HostContext): Diagnosis[] {
	const { module, config } = context;
	if (!module?.ours || !config) return [];
	const options = writtenAccounts(context);
	return [
		...unfit(context),
		...(options
			? [
					...unsent(context, options),
					...accountTables(context, options),
					...pages(context, options),
					...unknownAddress(context),
				]
			: []),
	];
}

/** What the runtime refuses as a whole: then nothing works. */
function unfit({ module, config }: HostContext): Diagnosis[] {
	if (!module || !config) return [];
	const { adapter, strategy } = module.facts;
	const has = mayHaveOption(config, 'accounts');
	const broken = (title: string, text: string, snippet?: string) =>
		diagnosis('config-broken', {
			title,
			cause: 'A configuration that cannot work is refused as a whole: all endpoints answer 500.',
			evidence: [{ file: module.config, line: config.getStartLineNumber() }],
			mend: { text, ...(snippet === undefined ? { command: 'authgraft add-accounts' } : { snippet }) },
		});
	if (!has)
		return module.listed.some(isPasswords)
			? [broken('Passwords() is listed, and the configuration has no `accounts`', 'Have them set up.')]
			: [];
	return [
		...(adapter === 'absent'
			? [broken('Accounts need an adapter to keep people in', 'Have one set up.')]
			: []),
		...(strategy === 'jwt'
			? [
					broken(
						'Accounts need sessions that can be ended, and `session.strategy` is jwt',
						'Keep sessions in the database.',
						"session: { strategy: 'database' },",
					),
				]
			: []),
	];
}

/** In production nothing comes of a link that nobody sends. */
function unsent(context: HostContext, options: ts.ObjectLiteralExpression): Diagnosis[] {
	const { environment } = context;
	const told = (title: string, evidence: Diagnosis['evidence'], mend: Diagnosis['mend']) =>
		diagnosis('mailer-missing', {
			severity: environment.production ? 'error' : 'note',
			...{ title, evidence, mend },
			cause:
				'While developing links are shown on the page; in production nobody can sign up or set a password.',
		});
	const send = valueIn(options, 'send');
	const isNothing = send ? /^(?:undefined|void 0|null)$/.test(send.getText()) : isWhole(options);
	if (isNothing) {
		const node = send ?? options;
		return [
			told('Nothing sends the mails of accounts', [{ file: fileOf(node).path, line: lineOf(node) }], {
				text: 'Have a mailer written, or write `send` yourself.',
				command: 'authgraft add-accounts --mail resend',
			}),
		];
	}
	const text = send?.getText() ?? '';
	const missing = mailerNames
		.flatMap((name) => neededVariables(name))
		.filter((name) => new RegExp(`\\b${name}\\b`).test(text) && !environment.get(name));
	if (missing.length === 0) return [];
	return [
		told(
			`Mails of accounts cannot be sent: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`,
			missing.map((variable) => ({ variable })),
			{ text: `Set ${missing.join(', ')} where the server runs.` },
		),
	];
}

/** Where links of mails and forms lead: there, and open to people who are not signed in. */
function pages(context: HostContext, options: ts.ObjectLiteralExpression): Diagnosis[] {
	const { audit, host, module } = context;
	if (!module?.listed.some(isPasswords) || audit.routes.length === 0 || mayReroute(context)) return [];
	const isClosed = propertyOf(options, 'signUp')?.kind === ts.SyntaxKind.FalseKeyword;
	const names = (['signUp', 'forgotPassword', 'setPassword'] as const).filter(
		(name) => name !== 'signUp' || !isClosed,
	);
	const evidence = [{ file: fileOf(options).path, line: lineOf(options) }];
	return names.flatMap((name): Diagnosis[] => {
		const written = textIn(options, 'pages', name);
		// What is computed may lead anywhere.
		if (written === undefined && valueIn(options, 'pages')) return [];
		const path = written ?? accountPaths[name];
		const there = routesAt(audit.routes, path).find(answersVisits);
		if (!there)
			return [
				diagnosis('page-missing', {
					...{ evidence, title: `Accounts send people to ${path} (${name}), and there is no such page` },
					cause: 'Links of mails, and forms, end in a 404.',
					mend: {
						text: 'Have the page written, or say where yours is.',
						snippet: `Accounts({ pages: { ${name}: '${path}' } })`,
					},
				}),
			];
		const { rule } = ruleFor(audit.rules, there.id, host);
		if (!rule) return [];
		return [
			diagnosis('account-page-closed', {
				title: `A rule closes ${path} (${name}) to people who are not signed in`,
				cause: 'They are sent to the sign-in page: nobody can sign up, or set a forgotten password.',
				evidence: [{ file: rule.file, line: rule.line }],
				mend: { text: "Add it to the rule's `except`.", snippet: `except: ['${path}']` },
			}),
		];
	});
}

/** Platforms that stand in front of every application on them. */
const proxied = /^(?:fly\.toml|render\.yaml|railway\.(?:json|toml)|Procfile)$/;

/** Behind a proxy, adapter-node takes the proxy for the client unless it is told where the client stands. */
function unknownAddress({ host, environment }: HostContext): Diagnosis[] {
	if (host.adapter !== '@sveltejs/adapter-node') return [];
	const files = deployments(host);
	const saidIn = (name: string): Evidence | undefined => {
		const variable = environment.get(name);
		const file = files.find(({ text }) => text.includes(name))?.file;
		return variable ? placeOf(variable) : file === undefined ? undefined : { file };
	};
	if (saidIn('ADDRESS_HEADER')) return [];
	const platform = files.find(({ file }) => proxied.test(file));
	const proxy = saidIn('PROTOCOL_HEADER') ?? saidIn('HOST_HEADER') ?? (platform && { file: platform.file });
	if (!proxy) return [];
	return [
		diagnosis('client-address', {
			// Where it is deployed, the variable may be set all the same.
			likely: true,
			title: 'The server is behind a proxy, and takes its address for that of every client',
			cause: 'Tries at passwords are not limited by network then, only by the address of the account.',
			evidence: [proxy],
			mend: {
				text: 'Say in which header the proxy puts the client. Take none that the browser can set.',
				snippet: 'ADDRESS_HEADER=x-forwarded-for\nXFF_DEPTH=1',
			},
		}),
	];
}
