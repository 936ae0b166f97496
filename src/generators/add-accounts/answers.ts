import type { Look } from '../look/index.ts';
import type { MailerName } from './mailers.ts';

/** What `add-accounts` and `add-account-page` were told, by flags or by a person. */
export interface AccountsAnswers {
	/** People sign up here, with an address and a password. Without, what is there already is all. */
	passwords: boolean;
	/** The page for one's own account. */
	accountPage: boolean;
	/** Undefined: none that is known. */
	mailer: MailerName | undefined;
	/** Undefined: as the host looks. */
	look: Look | undefined;
	/** Where tries are counted. */
	limits: 'memory' | 'database';
	/** Go on beside another library for sign-in. */
	alongside: boolean;
}
