import { relativeImport } from '../../host/files/paths.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { importsOf } from '../../syntax/tree/imports.ts';
import type { AdapterContext } from '../add-adapter/context.ts';
import { freePlace, serverEnv, serverFolder } from '../add-adapter/places.ts';
import { pageStyle } from '../add-provider/sign-in-page-text.ts';
import { moduleFile } from '../changes/module-file.ts';
import { render } from '../templates/index.ts';
import type { MailerName } from './mailers.ts';

/** The module with the host's accounts. */
export const accountsModule = (host: Host): HostPath =>
	moduleFile(host, `${serverFolder(host)}/auth-accounts`);

/** The module that sends mails: the one that the accounts take it from, else a new one. */
export function mailModule(host: Host): HostPath {
	const accounts = accountsModule(host);
	const folder = serverFolder(host);
	const text = host.read(accounts);
	const named = ['mail', 'auth-mail'].map((name) => moduleFile(host, `${folder}/${name}`));
	const plain = (module: string) => module.replace(/\.[jt]s$/, '');
	const imported = text === undefined ? [] : importsOf(accounts, text).modules.map(plain);
	const present = named.find((path) => imported.includes(relativeImport(accounts, path)));
	return present ?? `${freePlace(host, folder, 'mail', 'auth-mail')}.${host.language}`;
}

/**
 * The module that sends mails. One that stands as we left it without a mailer gets the one that was chosen; what somebody
 * has written stays.
 * @returns whether nothing sends the mails from now on.
 */
export function stageMail({ host, staging, style }: AdapterContext, mailer: MailerName | undefined): boolean {
	const path = mailModule(host);
	const env = serverEnv(host);
	const values = { ...env, hasImports: host.language === 'ts' || env.privateEnvModule !== '' };
	const write = (name: string) => (habits: typeof style) =>
		render(`accounts/mail/${name}.ts`, values, { host, style: habits });
	const wanted = write(mailer ?? 'none');
	const present = host.read(path);
	const has = (name: string) =>
		present !== undefined && pageStyle(style, path, present, write(name)) !== undefined;
	const summary = mailer === undefined ? 'is where mails will be sent' : `sends the mails through ${mailer}`;
	if (present === undefined || (mailer !== undefined && has('none')))
		staging.write(path, summary, wanted(style));
	else staging.skip(path, summary, 'it is there already');
	return mailer === undefined && (present === undefined || has('none'));
}
