export type Severity = 'error' | 'warning' | 'note';

interface Row {
	/** What it is, where nothing speaks for less. */
	severity: Severity;
	/** Findings that follow from this one, and that are not told beside it. */
	explains?: readonly string[];
}

/**
 * Everything that the doctor can find. Codes are stable: people filter by them, and `docs/doctor.md` has an entry for
 * each. In the order in which they are told within a severity.
 */
export const codes = {
	// Whether it runs at all.
	'not-mounted': {
		severity: 'error',
		explains: [
			'guard-open',
			'guard-not-running',
			'page-missing',
			'secrets-differ',
			'form-origin',
			'config-broken',
		],
	},
	'other-product': { severity: 'error', explains: ['not-mounted', 'guard-open'] },
	'config-broken': {
		severity: 'error',
		explains: [
			'page-missing',
			'secrets-differ',
			'cookies-lost',
			'sign-in-fails',
			'provider-unfinished',
			'mailer-missing',
		],
	},
	'base-not-told': { severity: 'error', explains: ['not-mounted', 'guard-open', 'address-path'] },
	'app-broken': { severity: 'error', explains: ['not-mounted', 'sign-in-fails', 'guard-open'] },
	'build-fails': { severity: 'error' },
	'start-fails': { severity: 'error' },
	'sign-in-fails': { severity: 'error' },
	'sign-out-fails': { severity: 'error' },
	'core-vulnerable': { severity: 'error' },
	'package-missing': { severity: 'error', explains: ['core-copies'] },
	'package-range': { severity: 'error', explains: ['runtime-skew'] },
	'runtime-skew': { severity: 'warning' },
	'node-version': { severity: 'error' },
	'adapter-stale': { severity: 'error', explains: ['build-fails'] },
	'half-applied': { severity: 'error' },
	// Guards.
	'guard-open': { severity: 'error' },
	'guard-not-running': { severity: 'error', explains: ['guard-open'] },
	'guard-matches-nothing': { severity: 'error' },
	'guard-opened-by-pages': { severity: 'error', explains: ['guard-open'] },
	'guard-leaks': { severity: 'error' },
	'guard-before-auth': { severity: 'error', explains: ['app-broken', 'guard-not-running'] },
	// Secrets and variables.
	'secret-missing': { severity: 'error', explains: ['config-broken', 'app-broken'] },
	'secret-weak': { severity: 'error', explains: ['config-broken', 'app-broken'] },
	'secret-public': { severity: 'error' },
	'secret-in-source': { severity: 'error' },
	'secret-in-build': { severity: 'error' },
	'env-committed': { severity: 'error', explains: ['env-in-history'] },
	'env-in-history': { severity: 'warning' },
	'env-in-image': { severity: 'error' },
	'example-has-secret': { severity: 'error' },
	'env-quoted': { severity: 'error', explains: ['address-invalid', 'config-broken'] },
	'env-undeclared': { severity: 'error', explains: ['secret-missing', 'config-broken'] },
	'env-static': { severity: 'error' },
	'env-not-loaded': { severity: 'note' },
	'variable-of-other-library': { severity: 'warning' },
	'variable-unread': { severity: 'warning' },
	// Addresses.
	'address-invalid': { severity: 'error', explains: ['config-broken'] },
	'address-missing': { severity: 'error', explains: ['config-broken', 'app-broken'] },
	'address-path': { severity: 'error', explains: ['not-mounted'] },
	'address-host': { severity: 'error' },
	'address-scheme': { severity: 'error', explains: ['cookie-options', 'form-origin'] },
	'address-family': { severity: 'note' },
	'form-origin': { severity: 'error', explains: ['sign-in-fails'] },
	'host-header-trusted': { severity: 'error' },
	'http-open': { severity: 'warning' },
	hsts: { severity: 'note' },
	'callback-url': { severity: 'note' },
	// Cookies and servers.
	'secrets-differ': { severity: 'error' },
	'cookies-lost': { severity: 'error', explains: ['sign-in-fails'] },
	'cookie-options': { severity: 'error' },
	'app-secret': { severity: 'error' },
	'page-cached': { severity: 'error' },
	clock: { severity: 'error' },
	// Providers.
	'provider-unfinished': { severity: 'error' },
	'provider-not-running': { severity: 'warning' },
	'provider-refuses': { severity: 'error', explains: ['callback-throws'] },
	'check-failed': { severity: 'error', explains: ['callback-throws'] },
	'sign-in-refused': { severity: 'note' },
	'callback-throws': { severity: 'error' },
	'database-fails': { severity: 'error' },
	'mail-fails': { severity: 'error' },
	'issuer-unreachable': { severity: 'error' },
	'issuer-other': { severity: 'error' },
	'csp-form-action': { severity: 'error' },
	'form-post-origin': { severity: 'error' },
	'development-provider': { severity: 'error' },
	'account-linking': { severity: 'warning' },
	'tables-missing': { severity: 'warning' },
	'edge-needs-node': { severity: 'error' },
	// Accounts with passwords.
	'mailer-missing': { severity: 'error' },
	'account-page-closed': { severity: 'error' },
	'client-address': { severity: 'warning' },
	// The application's own code.
	'callback-returns-nothing': { severity: 'error', explains: ['sign-in-fails', 'app-secret'] },
	'redirect-open': { severity: 'error' },
	'session-leaks': { severity: 'warning' },
	'role-never-set': { severity: 'error' },
	'max-age': { severity: 'warning' },
	'page-missing': { severity: 'error' },
	'sign-in-prerendered': { severity: 'error' },
	'session-prerendered': { severity: 'warning' },
	'service-worker': { severity: 'warning' },
	'link-needs-reload': { severity: 'warning' },
	'token-large': { severity: 'warning' },
	'core-copies': { severity: 'warning' },
	'other-library': { severity: 'warning' },
} as const satisfies Record<string, Row>;

export type DoctorCode = keyof typeof codes;

export const rowOf = (code: DoctorCode): Row => codes[code];

export const isDoctorCode = (code: string): code is DoctorCode => Object.hasOwn(codes, code);

/** Worst first. */
export const severities: readonly Severity[] = ['error', 'warning', 'note'];
