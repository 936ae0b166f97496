/** Names of files, where not every system takes the same ones for the same. */

/** Whether two names are one to file systems that ignore case, or the way in which accents are composed. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** What Windows cannot have as the name of a file or a folder, whatever follows a dot: a repository with it cannot be checked out there. */
export const isReserved = (name: string): boolean =>
	/^(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\..*)?$/i.test(name) ||
	/[<>:"|?*\p{Cc}]|[. ]$/u.test(name);
