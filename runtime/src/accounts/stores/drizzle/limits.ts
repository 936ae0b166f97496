import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { AccountStore } from '../../store.js';
import type { Connection } from './database.js';
import type { DrizzleAccountTables } from './tables.js';

type Limits = Required<Pick<AccountStore, 'hit' | 'clearHits' | 'dropHits'>>;

export function drizzleLimits(
	connection: Connection,
	limits: NonNullable<DrizzleAccountTables['rateLimits']>,
): Limits {
	const { key: name, points: counted, until } = limits;
	return {
		async hit(key, seconds, points) {
			const now = new Date();
			const end = new Date(now.getTime() + seconds * 1000);
			if (points > 0) {
				const isOver = sql`${until} <= ${sql.param(now, until)}`;
				// In this order, which is that of the columns: MySQL sees what it has just set.
				const set = {
					points: sql`case when ${isOver} then ${points} else ${counted} + ${points} end`,
					until: sql`case when ${isOver} then ${sql.param(end, until)} else ${until} end`,
				};
				await connection.put(limits, name, { key, points, until: end }, set);
			}
			const isOpen = and(eq(name, key), gt(until, now));
			if (points < 0) {
				const left = sql`case when ${counted} > ${-points} then ${counted} - ${-points} else 0 end`;
				await connection.update(limits, { points: left }, isOpen);
			}
			const rows = connection.select({ points: counted, until }, limits);
			const [row] = await rows.where(isOpen);
			return row ? { points: Number(row.points), until: row.until as Date } : { points: 0, until: end };
		},
		async clearHits(key) {
			await connection.remove(limits, eq(name, key));
		},
		async dropHits(now) {
			await connection.remove(limits, lte(until, now));
		},
	};
}
