/**
 * What statements can be sent to: as of `pg`.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface PgClient {
	/**
	 * As `pg` has it.
	 *
	 * @param text the statement
	 * @param values of its parameters
	 */
	query(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

/**
 * A pool of connections, as `pg.Pool`.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface PgPool extends PgClient {
	/** As `pg` has it. */
	connect(): Promise<PgClient & { release(destroy?: boolean): void }>;
}

export type Row = Record<string, unknown>;

/** The rows that a statement finds. */
export async function find(on: PgClient, text: string, ...values: unknown[]): Promise<Row[]> {
	return (await on.query(text, values)).rows as Row[];
}

/** How many rows a statement changed. */
export async function change(on: PgClient, text: string, ...values: unknown[]): Promise<number> {
	return (await on.query(text, values)).rowCount ?? 0;
}

/**
 * Runs statements in one transaction, in which nobody else changes the same person in this way.
 *
 * @param run what it throws, and the answer false, undo all of it
 */
export async function together<T>(
	pool: PgPool,
	userId: string | undefined,
	run: (client: PgClient) => Promise<T>,
): Promise<T> {
	const client = await pool.connect();
	let broken = false;
	try {
		await client.query('begin');
		if (userId !== undefined) await find(client, 'select 1 from users where id = $1 for update', userId);
		const result = await run(client);
		await client.query(result === false ? 'rollback' : 'commit');
		return result;
	} catch (error) {
		// A connection that cannot even do that is not given to the next one.
		await client.query('rollback').catch(() => {
			broken = true;
		});
		throw error;
	} finally {
		client.release(broken);
	}
}
