/** Where a host under attack says which of its secrets were handed out since it was asked last. */
export const tellTale = '/tell-tale';

/**
 * A module whose `tell` notes what is handed out, also where no answer shows it: an action that ran before its page was
 * refused has done its work. SolidStart 1 has two copies of every module, so the list hangs on the process.
 */
export const tellTaleModule = `const key = Symbol.for('told');
const store = globalThis as unknown as Record<symbol, string[] | undefined>;

function told(): string[] {
	const list = store[key] ?? [];
	store[key] = list;
	return list;
}

export function tell(secret: string): string {
	told().push(secret);
	return secret;
}

export const takeTold = (): string[] => told().splice(0);
`;
