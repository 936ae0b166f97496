import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { AccountStore, SessionDetails } from '../../store.js';
import type { Connection, Statement, Statements, Values } from './database.js';
import { type DrizzleAccountTables, isOf } from './tables.js';

type Sessions = Pick<
	AccountStore,
	'sessions' | 'sessionDetails' | 'describeSession' | 'endSession' | 'endSessions'
>;

export function drizzleSessions(connection: Connection, tables: DrizzleAccountTables): Sessions {
	const { sessions, sessionDetails: details } = tables;
	const { createdAt, label, provider, idToken } = details;
	const fields = { createdAt, label, provider, idToken };
	return {
		async sessions(userId) {
			const { sessionToken, expires } = sessions;
			const rows = await connection
				.select({ sessionToken, expires, ...fields }, sessions)
				.leftJoin(details, eq(details.sessionToken, sessionToken))
				.where(isOf(sessions.userId, userId));
			return rows.map((row) => ({
				sessionToken: String(row.sessionToken),
				expires: row.expires as Date,
				details: row.createdAt === null ? null : detailsOf(row),
			}));
		},
		async sessionDetails(sessionToken) {
			const [row] = await connection.select(fields, details).where(eq(details.sessionToken, sessionToken));
			return row ? detailsOf(row) : null;
		},
		async describeSession(sessionToken, { createdAt, label, provider, idToken = null }) {
			const set = { createdAt, label, provider, idToken };
			await connection.put(details, details.sessionToken, { sessionToken, ...set }, set);
		},
		async endSession(userId, sessionToken) {
			const where = and(eq(sessions.sessionToken, sessionToken), isOf(sessions.userId, userId));
			const counts = await connection.together(userId, (run) => removeSessions(run, tables, where));
			return (counts.at(-1) ?? 0) > 0;
		},
		async endSessions(userId, except) {
			const others = except === undefined ? undefined : ne(sessions.sessionToken, except);
			const where = and(isOf(sessions.userId, userId), others);
			await connection.together(userId, (run) => removeSessions(run, tables, where));
		},
	};
}

/** What is known about sessions goes first: a database may have no rule that takes it along. */
export function removeSessions(
	run: Statements,
	{ sessions, sessionDetails: details }: DrizzleAccountTables,
	where: SQL | undefined,
): Statement[] {
	const gone = sql`(select ${sessions.sessionToken} from ${sessions} where ${where})`;
	return [run.remove(details, inArray(details.sessionToken, gone)), run.remove(sessions, where)];
}

const detailsOf = ({ createdAt, label, provider, idToken }: Values): SessionDetails => ({
	createdAt: createdAt as Date,
	label: String(label),
	provider: String(provider),
	idToken: idToken as string | null,
});
