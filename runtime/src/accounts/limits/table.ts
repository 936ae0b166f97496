/** What is counted together. */
export type CountedBy = 'address' | 'email' | 'user' | 'browser' | 'all';

/** So many in a window that begins with the first. */
export interface Rule {
	by: CountedBy;
	most: number;
	seconds: number;
	/** What is let through in windows of its own when there were too many. */
	after?: { most: number; seconds: number };
}

const [minute, hour, day] = [60, 60 * 60, 24 * 60 * 60];

/**
 * How much of what. `failures`: a success takes back what was counted for it, and clears what was counted by person. Rules are
 * asked in their order, and what one refuses is not counted by the others.
 */
export const limits = {
	/** Whether there is such a person or not. After the last, only a new password helps: NIST SP 800-63B-4, section 3.2.2. */
	'sign-in': {
		failures: true,
		rules: [
			{ by: 'address', most: 50, seconds: 15 * minute },
			{ by: 'email', most: 10, seconds: 15 * minute, after: { most: 1, seconds: minute } },
			{ by: 'email', most: 100, seconds: 30 * day },
		],
	},
	/** In a browser where the right password was given before: whatever strangers try, its owner gets in. */
	'sign-in-known': { failures: true, rules: [{ by: 'browser', most: 20, seconds: 15 * minute }] },
	/** The same form once more: a double click. */
	again: { failures: false, rules: [{ by: 'browser', most: 1, seconds: 10 }] },
	/** To sign up, for a lost password, for a new address. */
	mail: {
		failures: false,
		rules: [
			{ by: 'email', most: 3, seconds: hour },
			{ by: 'address', most: 10, seconds: hour },
			{ by: 'all', most: 300, seconds: hour },
		],
	},
	/** Links of mails that are opened or used. */
	token: { failures: false, rules: [{ by: 'address', most: 30, seconds: 15 * minute }] },
	/** The password of whoever is signed in, asked for once more. */
	confirm: { failures: true, rules: [{ by: 'user', most: 5, seconds: 15 * minute }] },
	export: { failures: false, rules: [{ by: 'user', most: 3, seconds: day }] },
} as const satisfies Record<string, { failures: boolean; rules: readonly Rule[] }>;

export type Limited = keyof typeof limits;
