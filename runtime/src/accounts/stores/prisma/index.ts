import type { AccountStore, PasswordChange, Way } from '../../store.js';
import { isTaken } from '../taken.js';
import { type Client, clientOf, type PrismaAccountsClient, type Transaction, together } from './client.js';
import { prismaLimits } from './limits.js';
import { prismaSessions, removeSessions } from './sessions.js';

/** All of it, in the models of `@auth/prisma-adapter` and those beside them. */
export function prismaStore(given: PrismaAccountsClient): AccountStore {
	const client = clientOf(given);
	return {
		...prismaSessions(client),
		...prismaTokens(client),

		async password(userId) {
			const [row] = await client.password.findMany({ where: { userId } });
			return row ? { hash: String(row.hash), changedAt: row.changedAt as Date } : null;
		},
		setPassword: (userId, hash) => putHash(client, userId, hash),
		async replaceHash(userId, old, hash) {
			const changed = await client.password.updateMany({ where: { userId, hash: old }, data: { hash } });
			return changed.count > 0;
		},
		changePassword: (change) => together(client, change.userId, (tx) => changePassword(tx, change)),

		async accounts(userId) {
			const rows = await client.account.findMany({ where: { userId, type: notPasskey } });
			return rows.map(({ provider, providerAccountId, type }) => ({
				provider: String(provider),
				providerAccountId: String(providerAccountId),
				type: String(type),
			}));
		},
		async passkeys(userId) {
			const rows = (await client.authenticator?.findMany({ where: { userId } })) ?? [];
			return rows.map(({ credentialID, credentialDeviceType }) => ({
				credentialID: String(credentialID),
				credentialDeviceType: String(credentialDeviceType),
			}));
		},
		async removeWay(userId, way, others) {
			const result = await together(client, userId, (tx) => removeWay(tx, userId, way, others));
			return result || 'unknown';
		},

		async changeEmail(id, from, to) {
			const data = { email: to, emailVerified: new Date() };
			try {
				return (await client.user.updateMany({ where: { id, email: from }, data })).count > 0;
			} catch (error) {
				if (isTaken(error)) return false;
				throw error;
			}
		},
		async purge(userId, drop) {
			await together(client, userId, (tx) => removeWaysIn(tx, userId, drop));
		},
		async deleteUser(userId, drop) {
			await together(client, userId, async (tx) => {
				await removeWaysIn(tx, userId, drop);
				await tx.user.deleteMany({ where: { id: userId } });
			});
		},
		...(client.rateLimit ? prismaLimits(client.rateLimit) : {}),
	};
}

/** The core keeps an account beside each passkey. It is no way of its own. */
const notPasskey = { not: 'webauthn' };

function prismaTokens(
	client: Client,
): Pick<AccountStore, 'putToken' | 'findToken' | 'takeToken' | 'dropTokens'> {
	return {
		async putToken(identifier, token, expires) {
			await client.$transaction(
				async (tx) => {
					await dropTokens(tx, [identifier]);
					await tx.verificationToken.create({ data: { identifier, token, expires } });
				},
				{ maxWait: 10_000, timeout: 10_000 },
			);
		},
		async findToken(token) {
			const [row] = await client.verificationToken.findMany({ where: { token } });
			return row ? { identifier: String(row.identifier), expires: row.expires as Date } : null;
		},
		takeToken: (identifier, hash) => takeToken(client, identifier, hash),
		dropTokens: (identifiers) => dropTokens(client, identifiers),
	};
}

async function putHash({ password }: Transaction, userId: string, hash: string): Promise<void> {
	const update = { hash, changedAt: new Date() };
	await password.upsert({ where: { userId }, create: { userId, ...update }, update });
}

async function takeToken(on: Transaction, identifier: string, token: string): Promise<boolean> {
	const where = { identifier, token, expires: { gt: new Date() } };
	return (await on.verificationToken.deleteMany({ where })).count > 0;
}

async function dropTokens(on: Transaction, identifiers: readonly string[]): Promise<void> {
	if (identifiers.length > 0)
		await on.verificationToken.deleteMany({ where: { identifier: { in: [...identifiers] } } });
}

async function changePassword(tx: Transaction, change: PasswordChange): Promise<boolean> {
	const { userId, hash, token, verifies, keep, drop } = change;
	if (token && !(await takeToken(tx, token.identifier, token.hash))) return false;
	await putHash(tx, userId, hash);
	const unverified = { id: userId, emailVerified: null };
	if (verifies) await tx.user.updateMany({ where: unverified, data: { emailVerified: new Date() } });
	await removeSessions(tx, userId, keep);
	await dropTokens(tx, drop);
	return true;
}

async function removeWay(
	tx: Transaction,
	userId: string,
	way: Way,
	others: number,
): Promise<'removed' | 'unknown' | 'last'> {
	const model =
		way.kind === 'password' ? tx.password : way.kind === 'account' ? tx.account : tx.authenticator;
	if (!model) return 'unknown';
	const { kind, ...key } = way;
	const where = { userId, ...key, ...(kind === 'account' ? { type: notPasskey } : {}) };
	if ((await model.findMany({ where })).length === 0) return 'unknown';
	const ways = [
		await tx.password.findMany({ where: { userId } }),
		await tx.account.findMany({ where: { userId, type: notPasskey } }),
		(await tx.authenticator?.findMany({ where: { userId } })) ?? [],
	];
	if (ways.flat().length + others < 2) return 'last';
	const { count } = await model.deleteMany({ where });
	if (kind === 'passkey') await removeOrphans(tx, userId);
	return count > 0 ? 'removed' : 'unknown';
}

/** The accounts of passkeys that are gone. */
async function removeOrphans(tx: Transaction, userId: string): Promise<void> {
	const left = (await tx.authenticator?.findMany({ where: { userId } })) ?? [];
	const providerAccountId = { notIn: left.map((row) => row.providerAccountId) };
	await tx.account.deleteMany({ where: { userId, type: 'webauthn', providerAccountId } });
}

async function removeWaysIn(tx: Transaction, userId: string, drop: readonly string[]): Promise<void> {
	await dropTokens(tx, drop);
	await removeSessions(tx, userId);
	const where = { userId };
	await tx.password.deleteMany({ where });
	await tx.authenticator?.deleteMany({ where });
	await tx.account.deleteMany({ where });
}
