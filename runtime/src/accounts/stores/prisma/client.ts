/**
 * A model of a client of Prisma.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface PrismaModel {
	/**
	 * As Prisma’s.
	 *
	 * @param given what the database’s own function takes
	 */
	findMany(...given: never[]): unknown;
	/**
	 * As Prisma’s.
	 *
	 * @param given what the database’s own function takes
	 */
	upsert(...given: never[]): unknown;
	/**
	 * As Prisma’s.
	 *
	 * @param given what the database’s own function takes
	 */
	create(...given: never[]): unknown;
	/**
	 * As Prisma’s.
	 *
	 * @param given what the database’s own function takes
	 */
	updateMany(...given: never[]): unknown;
	/**
	 * As Prisma’s.
	 *
	 * @param given what the database’s own function takes
	 */
	deleteMany(...given: never[]): unknown;
	/**
	 * As Prisma’s.
	 *
	 * @param given what the database’s own function takes
	 */
	count(...given: never[]): unknown;
}

/** The models of a client. */
interface Models<Model> {
	/** People. */
	user: Model;
	/** Accounts of providers. */
	account: Model;
	/** Sessions. */
	session: Model;
	/** Tokens of links. */
	verificationToken: Model;
	/** Hashes of passwords. */
	password: Model;
	/** What is known about sessions. */
	sessionDetail: Model;
	/** Only where people have passkeys. */
	authenticator?: Model;
	/** Only where limits are kept in the database. */
	rateLimit?: Model;
}

/**
 * A client of Prisma with the models of Auth.js and those of accounts.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface PrismaAccountsClient extends Models<PrismaModel> {
	/**
	 * As Prisma’s.
	 *
	 * @param given what the database’s own function takes
	 */
	$transaction(...given: never[]): unknown;
}

/** A row, by column. */
export type Row = Record<string, unknown>;
/** A condition, by column. */
type Where = Record<string, unknown>;

/** The same, as it is called. */
interface Model {
	/**
	 * As Prisma’s.
	 *
	 * @param query what Prisma’s own function takes
	 */
	findMany(query: { where?: Where; take?: number; skip?: number; orderBy?: Where }): Promise<Row[]>;
	/**
	 * As Prisma’s.
	 *
	 * @param query what Prisma’s own function takes
	 */
	upsert(query: { where: Where; create: Row; update: Row }): Promise<unknown>;
	/**
	 * As Prisma’s.
	 *
	 * @param query what Prisma’s own function takes
	 */
	create(query: { data: Row }): Promise<unknown>;
	/**
	 * As Prisma’s.
	 *
	 * @param query what Prisma’s own function takes
	 */
	updateMany(query: { where: Where; data: Row }): Promise<{ count: number }>;
	/**
	 * As Prisma’s.
	 *
	 * @param query what Prisma’s own function takes
	 */
	deleteMany(query: { where: Where }): Promise<{ count: number }>;
	/** As Prisma’s. */
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
