import { addAuthExports } from '../../edits/auth-config/exports.ts';
import { addOwnOption } from '../../edits/auth-config/own-option.ts';
import { relativeImport } from '../../host/files/paths.ts';
import type { AdapterContext } from '../add-adapter/context.ts';
import { importPath, stageModule } from '../add-adapter/places.ts';
import type { AccountPage } from '../look/pages.ts';
import { render } from '../templates/index.ts';
import type { AccountsAnswers } from './answers.ts';
import { accountsModule, mailModule } from './mail.ts';
import type { StorePlace } from './store.ts';

/** The module with the accounts: their store, limits and mails. */
export function stageAccounts(
	{ host, staging, style }: AdapterContext,
	{ kind, client, clientFile, schema }: StorePlace,
	{ limits }: AccountsAnswers,
): void {
	const path = accountsModule(host);
	const isDefault = client === 'default';
	const values = {
		...{ store: kind, isDefault, client: isDefault ? (kind === 'prisma' ? 'prisma' : 'db') : client },
		clientModule: importPath(path, clientFile, style),
		schemaModule: schema === undefined ? '' : importPath(path, schema.file, style),
		tables: schema?.tables ?? [],
		databaseLimits: limits === 'database',
		mailModule: importPath(path, mailModule(host), style),
	};
	stageModule(staging, {
		...{ path, summary: 'keeps the accounts of people', exports: 'accounts' },
		from: '@authgraft/runtime/accounts',
		text: render('accounts/accounts.ts', values, { host, style }),
	});
}

/** The configuration takes the accounts, and SvelteKit's module hands on what the pages need. */
export function configureAccounts(
	{ host, module, staging, style }: AdapterContext,
	pages: readonly AccountPage[],
): void {
	const { config, configName, file } = module;
	staging.edit(config, 'takes the accounts', (content) =>
		addOwnOption(config, content, {
			option: 'accounts',
			module: relativeImport(config, accountsModule(host)),
			...(configName === undefined ? {} : { name: configName }),
			fallback: style,
		}),
	);
	if (host.framework !== 'sveltekit') return;
	staging.edit(file, `exports ${pages.join(', ')}`, (content) =>
		addAuthExports(file, content, { names: pages, fallback: style }),
	);
}
