import { type AnyColumn, type SQL, sql, type Table } from 'drizzle-orm';

/**
 * A database of drizzle: what its three dialects have in common, as far as it is asked here.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface DrizzleDatabase {
	/**
	 * As drizzle’s.
	 *
	 * @param given what the database’s own function takes
	 */
	select(...given: never[]): unknown;
	/**
	 * As drizzle’s.
	 *
	 * @param given what the database’s own function takes
	 */
	insert(...given: never[]): unknown;
	/**
	 * As drizzle’s.
	 *
	 * @param given what the database’s own function takes
	 */
	update(...given: never[]): unknown;
	/**
	 * As drizzle’s.
	 *
	 * @param given what the database’s own function takes
	 */
	delete(...given: never[]): unknown;
	/**
	 * As drizzle’s.
	 *
	 * @param given what the database’s own function takes
	 */
	transaction(...given: never[]): unknown;
}

/** A statement that is made and not yet run. */
export interface Statement extends PromiseLike<unknown> {
	/** Of drivers that do not wait for anything. */
	all?(): unknown;
}

export type Values = Record<string, unknown>;
type Fields = Record<string, AnyColumn | SQL | SQL.Aliased>;

interface Rows extends PromiseLike<Values[]> {
	where(condition: SQL | undefined): Rows;
	leftJoin(table: Table, on: SQL): Rows;
	innerJoin(table: Table, on: SQL): Rows;
	limit(most: number): Rows;
	for(strength: 'update'): Rows;
}

interface Change extends Statement {
	where(condition: SQL | undefined): Change;
	returning(fields: Fields): Statement;
	onConflictDoUpdate(conflict: { target: AnyColumn; set: Values }): Change;
	onDuplicateKeyUpdate(conflict: { set: Values }): Change;
}

/** The same, as it is called. */
interface Database {
	resultKind?: 'sync' | 'async';
	select(fields: Fields): { from(table: Table): Rows };
	insert(table: Table): { values(values: Values): Change; select(rows: Rows): Change };
	update(table: Table): { set(values: Values): Change };
	delete(table: Table): Change;
	transaction(run: (tx: Database) => unknown, config?: { behavior: 'immediate' }): unknown;
	batch?(statements: Statement[]): Promise<unknown[]>;
}

type Dialect = 'sqlite' | 'postgres' | 'mysql';

/** What makes statements, on a database or in one of its transactions. */
export class Statements {
	readonly #db: Database;
	readonly dialect: Dialect;

	constructor(db: Database, dialect: Dialect) {
		this.#db = db;
		this.dialect = dialect;
	}

	select(fields: Fields, from: Table): Rows {
		return this.#db.select(fields).from(from);
	}

	remove(table: Table, where: SQL | undefined): Statement {
		return this.#counted(this.#db.delete(table).where(where));
	}

	update(table: Table, values: Values, where: SQL | undefined): Statement {
		return this.#counted(this.#db.update(table).set(values).where(where));
	}

	insert(table: Table, values: Values): Statement {
		return this.#counted(this.#db.insert(table).values(values));
	}

	/** Puts a row in the place of the one with this key, if there is one. `rows` instead of values: none, none is put. */
	put(table: Table, key: AnyColumn, given: Values | { rows: Rows }, set: Values): Statement {
		const into = this.#db.insert(table);
		const change = isRows(given) ? into.select(given.rows) : into.values(given);
		if (this.dialect === 'mysql') return change.onDuplicateKeyUpdate({ set });
		return this.#counted(change.onConflictDoUpdate({ target: key, set }));
	}

	/** Drivers count in different ways what a statement did. What it gives back is counted by ourselves, but in MySQL. */
	#counted(change: Change): Statement {
		return this.dialect === 'mysql' ? change : change.returning({ one: sql`1`.as('one') });
	}
}

const isRows = (given: Values | { rows: Rows }): given is { rows: Rows } => 'rows' in given;

/** Statements that run at once, and others that run together or not at all. */
export class Connection extends Statements {
	readonly #db: Database;
	readonly #lock: (run: Statements, userId: string) => Statement;

	/**
	 * @param column of any table: it knows its dialect
	 * @param lock keeps others from writing for one person
	 */
	constructor(
		given: DrizzleDatabase,
		{ columnType }: AnyColumn,
		lock: (run: Statements, userId: string) => Statement,
	) {
		const db = given as unknown as Database;
		super(db, dialectOf(columnType));
		this.#db = db;
		this.#lock = lock;
	}

	/**
	 * Runs statements in one transaction, and counts the rows of each.
	 *
	 * Where a transaction holds the database for as long as it is open (SQLite) and where there is none over several requests
	 * (neon's HTTP) all of them go there at once. So none of them can wait for what another one says: conditions are part of them.
	 *
	 * @param userId whom they are about: two such transactions run one after the other
	 */
	async together(userId: string | undefined, build: (run: Statements) => Statement[]): Promise<number[]> {
		const db = this.#db;
		const on = (tx: Database) => build(new Statements(tx, this.dialect));
		if (db.resultKind === 'sync') {
			const run = (tx: Database) => on(tx).map((statement) => statement.all?.());
			return (db.transaction(run, { behavior: 'immediate' }) as unknown[]).map(countOf);
		}
		if (this.dialect === 'sqlite' && db.batch) return (await db.batch(on(db))).map(countOf);
		const locked = (tx: Database) =>
			this.dialect === 'sqlite' || userId === undefined
				? []
				: [this.#lock(new Statements(tx, this.dialect), userId)];
		if (db.batch && isNeonHttp(db)) {
			const first = locked(db);
			return (await db.batch([...first, ...on(db)])).slice(first.length).map(countOf);
		}
		const counts: number[] = [];
		await db.transaction(async (tx) => {
			for (const lock of locked(tx)) await lock;
			for (const statement of on(tx)) counts.push(countOf(await statement));
		});
		return counts;
	}

	/** Runs a statement, and counts its rows. */
	async count(statement: Statement): Promise<number> {
		return countOf(await statement);
	}
}

function dialectOf(columnType: string): Dialect {
	if (columnType.startsWith('SQLite')) return 'sqlite';
	if (columnType.startsWith('Pg')) return 'postgres';
	if (columnType.startsWith('MySql')) return 'mysql';
	throw new TypeError(
		`drizzleAccounts knows SQLite, PostgreSQL and MySQL, and ${columnType} is of none of them`,
	);
}

const isNeonHttp = (db: object): boolean =>
	(db.constructor as unknown as Record<symbol, unknown>)[Symbol.for('drizzle:entityKind')] ===
	'NeonHttpDatabase';

/** Rows that came back, or what MySQL's drivers say: `[{ affectedRows }]`, `{ rowsAffected }`. */
function countOf(result: unknown): number {
	const told = (Array.isArray(result) ? result[0] : result) as
		| { affectedRows?: number; rowsAffected?: number }
		| undefined;
	return told?.affectedRows ?? told?.rowsAffected ?? (Array.isArray(result) ? result.length : 0);
}
