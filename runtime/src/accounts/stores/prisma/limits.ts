import type { AccountStore } from '../../store.js';
import { isTaken } from '../taken.js';
import type { Transaction } from './client.js';

type Limits = Required<Pick<AccountStore, 'hit' | 'clearHits' | 'dropHits'>>;

export function prismaLimits(model: NonNullable<Transaction['rateLimit']>): Limits {
	/** Whether it is counted: not when somebody else has begun the same window meanwhile. */
	async function count(key: string, points: number, until: Date, now: Date): Promise<boolean> {
		const open = { key, until: { gt: now } };
		if ((await model.updateMany({ where: open, data: { points: { increment: points } } })).count > 0)
			return true;
		if (points < 0) return true;
		const over = { key, until: { lte: now } };
		if ((await model.updateMany({ where: over, data: { points, until } })).count > 0) return true;
		try {
			await model.create({ data: { key, points, until } });
			return true;
		} catch (error) {
			if (isTaken(error)) return false;
			throw error;
		}
	}
	return {
		async hit(key, seconds, points) {
			const now = new Date();
			const until = new Date(now.getTime() + seconds * 1000);
			for (let tries = 0; points !== 0 && tries < 5; tries++) if (await count(key, points, until, now)) break;
			const [row] = await model.findMany({ where: { key, until: { gt: now } } });
			return row
				? { points: Math.max(0, Number(row.points)), until: row.until as Date }
				: { points: 0, until };
		},
		async clearHits(key) {
			await model.deleteMany({ where: { key } });
		},
		async dropHits(now) {
			await model.deleteMany({ where: { until: { lte: now } } });
		},
	};
}
