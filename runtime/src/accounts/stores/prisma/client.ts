/** A model of a client of Prisma. */
export interface PrismaModel {
	findMany(...given: never[]): unknown;
	upsert(...given: never[]): unknown;
	create(...given: never[]): unknown;
	updateMany(...given: never[]): unknown;
	deleteMany(...given: never[]): unknown;
	count(...given: never[]): unknown;
}

interface Models<Model> {
	user: Model;
	account: Model;
	session: Model;
	verificationToken: Model;
	password: Model;
	sessionDetail: Model;
	/** Only where people have passkeys. */
	authenticator?: Model;
	/** Only where limits are kept in the database. */
	rateLimit?: Model;
}

/** A client of Prisma with the models of Auth.js and those of accounts. */
export interface PrismaAccountsClient extends Models<PrismaModel> {
	$transaction(...given: never[]): unknown;
}

export type Row = Record<string, unknown>;
type Where = Record<string, unknown>;

/** The same, as it is called. */
interface Model {
	findMany(query: { where?: Where; take?: number; skip?: number; orderBy?: Where }): Promise<Row[]>;
	upsert(query: { where: Where; create: Row; update: Row }): Promise<unknown>;
	create(query: { data: Row }): Promise<unknown>;
	updateMany(query: { where: Where; data: Row }): Promise<{ count: number }>;
	deleteMany(query: { where: Where }): Promise<{ count: number }>;
	count(): Promise<number>;
}

export type Transaction = Models<Model>;

export interface Client extends Transaction {
	$transaction<T>(
		run: (tx: Transaction) => Promise<T>,
		limits: { maxWait: number; timeout: number },
	): Promise<T>;
}

export const clientOf = (given: PrismaAccountsClient): Client => given as unknown as Client;

/** Ends a transaction in which nothing shall have happened. */
class Undone extends Error {}

/**
 * Runs statements in one transaction, in which nobody else changes the same person in this way.
 *
 * @param run its answer false undoes all of it, and so does what it throws
 */
export async function together<T>(
	client: Client,
	userId: string,
	run: (tx: Transaction) => Promise<T>,
): Promise<T | false> {
	const work = async (tx: Transaction) => {
		// Prisma has no locks but those of what is written.
		await tx.user.updateMany({ where: { id: userId }, data: { id: userId } });
		const result = await run(tx);
		if (result === false) throw new Undone();
		return result;
	};
	try {
		return await client.$transaction(work, { maxWait: 10_000, timeout: 10_000 });
	} catch (error) {
		if (error instanceof Undone) return false;
		throw error;
	}
}
