import type { Row } from './row.ts';
import { accountRows } from './rows/account.ts';
import { crossSiteRows } from './rows/cross-site.ts';
import { failureRows } from './rows/failures.ts';
import { leakRows } from './rows/leaks.ts';
import { linkingRows } from './rows/linking.ts';
import { linkRows } from './rows/links.ts';
import { mailRows } from './rows/mails.ts';
import { passwordRows } from './rows/passwords.ts';
import { requestRows } from './rows/requests.ts';
import { signInRows } from './rows/sign-in.ts';
import { signOutRows } from './rows/sign-out.ts';
import { signUpRows } from './rows/sign-up.ts';
import { wayRows } from './rows/ways.ts';

/** In the order in which they run: the last one looks through what all others were answered. */
export const rows: readonly Row[] = [
	...[
		...signUpRows,
		...passwordRows,
		...signInRows,
		...mailRows,
		...linkRows,
		...requestRows,
		...crossSiteRows,
	],
	...[...linkingRows, ...wayRows, ...accountRows, ...signOutRows, ...failureRows, ...leakRows],
];
