/** What databases and the layers above them call a value that somebody else has already. */
const codes = ['23505', 'ER_DUP_ENTRY', 'P2002', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];
/** Where they have no code for it. */
const words = /UNIQUE constraint failed/i;

/** Whether a statement failed since a value has to be the only one of its kind, and is not. Looks at causes, too. */
export function isTaken(error: unknown): boolean {
	for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++)
		if (codes.includes(String((one as Error & { code?: unknown }).code)) || words.test(one.message))
			return true;
	return false;
}
