/** As SQLite, PostgreSQL, MySQL and Prisma say it. */
const said = /foreign key constraint|FOREIGN KEY|violates (?:foreign key|RESTRICT)|referential/i;
const codes = new Set<unknown>(['23503', '23001', 'P2003', 'P2014', 'ER_ROW_IS_REFERENCED_2', 1451]);

/**
 * Whether a database refuses to delete a row since another table refers to it: no fault, but a table of the application that has
 * to be looked after. Adapters wrap what their driver throws.
 */
export function isForeignKey(thrown: unknown, depth = 0): boolean {
	if (!(thrown instanceof Error) || depth > 5) return false;
	const { code, errno, message, cause } = thrown as Error & { code?: unknown; errno?: unknown };
	return codes.has(code) || codes.has(errno) || said.test(message) || isForeignKey(cause, depth + 1);
}
