/**
 * How much a finding matters: people of the application notice it, something behaves differently, or something was left
 * alone that somebody should look at.
 */
export type Severity = 'breaks' | 'changes' | 'look';

/** What `migrate` tells about a host's own code. Codes are stable: people filter on them; each has an entry in docs/migrate.md. */
export const severities = {
	/** An action answers more failures than a wrong password. */
	'action-failure': 'changes',
	/** A base path that the predecessor ignored. */
	'base-path': 'changes',
	/** The client's `signIn` as a handler of a component: an event is no provider. */
	'client-handler': 'look',
	/** Options of the client that the file does not show: `redirect: false` counts now. */
	'client-options': 'look',
	/** `redirectTo` of the client, which did not know it. */
	'client-redirect-to': 'changes',
	/** What the client answers when somebody is not signed in. */
	'client-result': 'changes',
	/** Calls of the client that nobody can be sure of. */
	'client-unclear': 'look',
	/** The text of a button of ours. */
	'component-button': 'changes',
	/** Something in a component that was never shown. */
	'component-children': 'look',
	/** Options of a component that the file does not show. */
	'component-options': 'look',
	/** `redirectTo` of a component, which did not count. */
	'component-redirect-to': 'changes',
	/** Credentials beside sessions in a database, which never worked. */
	'credentials-database': 'look',
	/** A link in a mail leads to a page with a button. */
	'email-confirm': 'changes',
	/** A request of the host's own to an endpoint: errors have a status. */
	'endpoint-errors': 'changes',
	/** Nothing reads this variable. */
	'env-nextauth-secret': 'look',
	/** The predecessor took the address from it. */
	'env-nextauth-url': 'look',
	/** Session cookies of before are read, and given out again in today's form. */
	'legacy-sessions': 'changes',
	/** The workspace lists the predecessor, not the application. */
	'listed-above': 'look',
	/** A hook sets `locals.auth` itself. */
	'locals-auth': 'look',
	/** `locals.signIn` and `locals.signOut`, which nothing ever set. */
	'locals-sign-in': 'look',
	/** `App.Locals` gave the session a type of its own. */
	'locals-type': 'look',
	/** Markup that cannot be read. */
	'markup-unread': 'look',
	/** The session was read ahead for some paths only. */
	'middleware-paths': 'changes',
	/** A module's name stands somewhere else than in an import. */
	'module-name': 'look',
	/** `App.PageData` may lack the session. */
	'page-data': 'look',
	/** Asked by OpenID Connect, for more than before. */
	'provider-fusionauth': 'changes',
	/** A variable that counts now. */
	'provider-github': 'changes',
	/** Accounts that may hold random ids. */
	'provider-gitlab': 'look',
	/** Asked by OpenID Connect, with other ids of people. */
	'provider-linkedin': 'breaks',
	/** A tenant that may have no value. */
	'provider-tenant': 'changes',
	/** A session callback stands where nobody can see what it hands on. */
	'session-callback': 'look',
	/** A page is rendered before the session is known. */
	'session-in-page': 'changes',
	/** A session callback does not hand on what pages read. */
	'session-read': 'breaks',
	/** A session callback hands on the whole row. */
	'session-row': 'look',
	/** AUTH_SECRET is shorter than a new project's may be. */
	'short-secret': 'look',
	/** Nobody looks at what a sign-out answers. */
	'sign-out-failure': 'look',
	/** Types of the predecessor stand where they extend nothing. */
	'types-left': 'look',
	/** A file of code cannot be read. */
	unread: 'look',
} as const satisfies Record<string, Severity>;

export type MigrateCode = keyof typeof severities;
