import type { AccountStore, SessionDetails } from '../../store.js';
import { type Client, type Row, type Transaction, together } from './client.js';

type Sessions = Pick<
	AccountStore,
	'sessions' | 'sessionDetails' | 'describeSession' | 'endSession' | 'endSessions'
>;

/*
 * The model of what is known about sessions has no relation to them, since that would have to stand in both. So what the
 * adapter ends leaves it behind: it counts no longer, and is removed when others sign in.
 */
export function prismaSessions(client: Client): Sessions {
	const { session, sessionDetail } = client;
	return {
		async sessions(userId) {
			const rows = await session.findMany({ where: { userId } });
			const tokens = rows.map(({ sessionToken }) => String(sessionToken));
			const known = await sessionDetail.findMany({ where: { sessionToken: { in: tokens } } });
			return rows.map(({ sessionToken, expires }) => {
				const details = known.find((row) => row.sessionToken === sessionToken);
				return {
					sessionToken: String(sessionToken),
					expires: expires as Date,
					details: details ? detailsOf(details) : null,
				};
			});
		},
		async sessionDetails(sessionToken) {
			const [there] = await session.findMany({ where: { sessionToken } });
			if (!there) return null;
			const [row] = await sessionDetail.findMany({ where: { sessionToken } });
			return row ? detailsOf(row) : null;
		},
		async describeSession(sessionToken, { createdAt, label, provider, idToken = null }) {
			const update = { createdAt, label, provider, idToken };
			await sessionDetail.upsert({ where: { sessionToken }, create: { sessionToken, ...update }, update });
			await forgetSome(client);
		},
		endSession: (userId, sessionToken) =>
			together(client, userId, async (tx) => {
				const { count } = await tx.session.deleteMany({ where: { userId, sessionToken } });
				if (count > 0) await tx.sessionDetail.deleteMany({ where: { sessionToken } });
				return count > 0;
			}),
		async endSessions(userId, except) {
			await together(client, userId, (tx) => removeSessions(tx, userId, except));
		},
	};
}

/** Ends all sessions of a person but one. */
export async function removeSessions(
	{ session, sessionDetail }: Transaction,
	userId: string,
	except?: string,
): Promise<void> {
	const where = { userId, ...(except === undefined ? {} : { sessionToken: { not: except } }) };
	const tokens = (await session.findMany({ where })).map(({ sessionToken }) => String(sessionToken));
	await sessionDetail.deleteMany({ where: { sessionToken: { in: tokens } } });
	await session.deleteMany({ where });
}

/** Of twenty anywhere among them, those whose session is over by now: in time all of them. */
async function forgetSome({ session, sessionDetail }: Client): Promise<void> {
	const skip = Math.floor(Math.random() * Math.max(1, (await sessionDetail.count()) - 19));
	const some = await sessionDetail.findMany({ take: 20, skip, orderBy: { sessionToken: 'asc' } });
	const tokens = some.map(({ sessionToken }) => String(sessionToken));
	const live = await session.findMany({ where: { sessionToken: { in: tokens } } });
	const over = tokens.filter((token) => !live.some(({ sessionToken }) => sessionToken === token));
	if (over.length > 0) await sessionDetail.deleteMany({ where: { sessionToken: { in: over } } });
}

const detailsOf = ({ createdAt, label, provider, idToken }: Row): SessionDetails => ({
	createdAt: createdAt as Date,
	label: String(label),
	provider: String(provider),
	idToken: idToken as string | null,
});
