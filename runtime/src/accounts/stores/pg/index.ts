import type { AccountStore, Hits, SessionDetails, Way } from '../../store.js';
import { isTaken } from '../taken.js';
import { change, find, type PgClient, type PgPool, type Row, together } from './database.js';

/** All of it, in the tables of `@auth/pg-adapter` and those beside them. */
export function pgStore(pool: PgPool): AccountStore {
	return {
		async password(userId) {
			const [row] = await find(pool, 'select hash, "changedAt" from password where "userId" = $1', userId);
			return row ? { hash: String(row.hash), changedAt: row.changedAt as Date } : null;
		},
		async setPassword(userId, hash) {
			await putHash(pool, userId, hash);
		},
		async replaceHash(userId, old, hash) {
			const text = 'update password set hash = $3 where "userId" = $1 and hash = $2';
			return (await change(pool, text, userId, old, hash)) > 0;
		},

		async sessions(userId) {
			const text = `select s."sessionToken", s.expires, d."createdAt", d.label, d.provider, d."idToken"
				from sessions s left join "sessionDetail" d on d."sessionToken" = s."sessionToken" where s."userId" = $1`;
			return (await find(pool, text, userId)).map((row) => ({
				sessionToken: String(row.sessionToken),
				expires: row.expires as Date,
				details: row.createdAt === null ? null : detailsOf(row),
			}));
		},
		async sessionDetails(sessionToken) {
			const text = 'select * from "sessionDetail" where "sessionToken" = $1';
			const [row] = await find(pool, text, sessionToken);
			return row ? detailsOf(row) : null;
		},
		async describeSession(sessionToken, { createdAt, label, provider, idToken = null }) {
			const text = `insert into "sessionDetail" ("sessionToken", "createdAt", label, provider, "idToken")
				values ($1, $2, $3, $4, $5) on conflict ("sessionToken") do update
				set "createdAt" = $2, label = $3, provider = $4, "idToken" = $5`;
			await change(pool, text, sessionToken, createdAt, label, provider, idToken);
		},
		endSession: (userId, sessionToken) =>
			together(pool, userId, async (client) => {
				const text = 'delete from sessions where "userId" = $1 and "sessionToken" = $2';
				return (await change(client, text, userId, sessionToken)) > 0;
			}),
		endSessions: (userId, except) => endSessions(pool, userId, except),

		async accounts(userId) {
			const text = 'select provider, "providerAccountId", type from accounts where "userId" = $1';
			const rows = await find(pool, text, userId);
			return rows as { provider: string; providerAccountId: string; type: string }[];
		},
		passkeys: async () => [],
		removeWay: async (userId, way, others) =>
			(await together(pool, userId, (client) => removeWay(client, userId, way, others))) as 'removed',

		putToken: (identifier, token, expires) =>
			together(pool, undefined, async (client) => {
				await dropTokens(client, [identifier]);
				const text = 'insert into verification_token (identifier, token, expires) values ($1, $2, $3)';
				await change(client, text, identifier, token, expires);
			}),
		async findToken(hash) {
			const text = 'select identifier, expires from verification_token where token = $1';
			const [row] = await find(pool, text, hash);
			return row ? { identifier: String(row.identifier), expires: row.expires as Date } : null;
		},
		takeToken: (identifier, hash) => takeToken(pool, identifier, hash),
		dropTokens: (identifiers) => dropTokens(pool, identifiers),

		changePassword: ({ userId, hash, token, verifies, keep, drop }) =>
			together(pool, userId, async (client) => {
				if (token && !(await takeToken(client, token.identifier, token.hash))) return false;
				await putHash(client, userId, hash);
				const verified = 'update users set "emailVerified" = $2 where id = $1 and "emailVerified" is null';
				if (verifies) await change(client, verified, userId, new Date());
				await endSessions(client, userId, keep);
				await dropTokens(client, drop);
				return true;
			}),
		async changeEmail(userId, from, to) {
			const text = `update users set email = $3, "emailVerified" = $4 where id = $1 and email = $2
				and not exists (select 1 from users where email = $3 and id <> $1)`;
			try {
				return (await change(pool, text, userId, from, to, new Date())) > 0;
			} catch (error) {
				if (isTaken(error)) return false;
				throw error;
			}
		},
		purge: (userId, drop) => together(pool, userId, (client) => removeWaysIn(client, userId, drop)),
		deleteUser: (userId, drop) =>
			together(pool, userId, async (client) => {
				await removeWaysIn(client, userId, drop);
				await change(client, 'delete from users where id = $1', userId);
			}),

		async hit(key, seconds, points) {
			const now = new Date();
			const until = new Date(now.getTime() + seconds * 1000);
			const [row] = await (points > 0
				? count(pool, key, points, until, now)
				: points < 0
					? takeBack(pool, key, -points, now)
					: counted(pool, key, now));
			return row ? ({ points: Number(row.points), until: row.until } as Hits) : { points: 0, until };
		},
		async clearHits(key) {
			await change(pool, 'delete from "rateLimit" where key = $1', key);
		},
		async dropHits(now) {
			await change(pool, 'delete from "rateLimit" where until <= $1', now);
		},
	};
}

async function putHash(on: PgClient, userId: string, hash: string): Promise<void> {
	const text = `insert into password ("userId", hash, "changedAt") values ($1, $2, $3)
		on conflict ("userId") do update set hash = $2, "changedAt" = $3`;
	await change(on, text, userId, hash, new Date());
}

const detailsOf = ({ createdAt, label, provider, idToken }: Row): SessionDetails => ({
	createdAt: createdAt as Date,
	label: String(label),
	provider: String(provider),
	idToken: idToken as string | null,
});

/** What is known about them goes along, by the rule of its table. */
async function endSessions(on: PgClient, userId: string, except?: string): Promise<void> {
	const text = 'delete from sessions where "userId" = $1 and "sessionToken" is distinct from $2';
	await change(on, text, userId, except ?? null);
}

async function takeToken(on: PgClient, identifier: string, hash: string): Promise<boolean> {
	const text = 'delete from verification_token where identifier = $1 and token = $2 and expires > $3';
	return (await change(on, text, identifier, hash, new Date())) > 0;
}

async function dropTokens(on: PgClient, identifiers: readonly string[]): Promise<void> {
	if (identifiers.length === 0) return;
	await change(on, 'delete from verification_token where identifier = any($1)', [...identifiers]);
}

/** Its person is locked: what is counted stays so. */
async function removeWay(client: PgClient, userId: string, way: Way, others: number): Promise<string> {
	if (way.kind === 'passkey') return 'unknown';
	const isPassword = way.kind === 'password';
	const where = isPassword
		? 'from password where "userId" = $1'
		: 'from accounts where "userId" = $1 and provider = $2 and "providerAccountId" = $3';
	const values = isPassword ? [userId] : [userId, way.provider, way.providerAccountId];
	if ((await find(client, `select 1 ${where}`, ...values)).length === 0) return 'unknown';
	const ways = `select 1 from password where "userId" = $1 union all select 1 from accounts where "userId" = $1`;
	if ((await find(client, ways, userId)).length + others < 2) return 'last';
	return (await change(client, `delete ${where}`, ...values)) > 0 ? 'removed' : 'unknown';
}

async function removeWaysIn(client: PgClient, userId: string, drop: readonly string[]): Promise<void> {
	await dropTokens(client, drop);
	for (const table of ['password', 'sessions', 'accounts'])
		await change(client, `delete from ${table} where "userId" = $1`, userId);
}

const count = (on: PgClient, key: string, points: number, until: Date, now: Date): Promise<Row[]> =>
	find(
		on,
		`insert into "rateLimit" as had (key, points, until) values ($1, $2, $3) on conflict (key) do update set
			points = case when had.until <= $4 then $2 else had.points + $2 end,
			until = case when had.until <= $4 then $3 else had.until end
		returning points, until`,
		...[key, points, until, now],
	);

const counted = (on: PgClient, key: string, now: Date): Promise<Row[]> =>
	find(on, 'select points, until from "rateLimit" where key = $1 and until > $2', key, now);

const takeBack = (on: PgClient, key: string, points: number, now: Date): Promise<Row[]> =>
	find(
		on,
		`update "rateLimit" set points = case when points > $3 then points - $3 else 0 end
			where key = $1 and until > $2 returning points, until`,
		...[key, now, points],
	);
