/** What is known of a condition that was only read. */
export type Truth = 'yes' | 'may' | 'no';

/** Whether all of them hold. */
export const together = (truths: readonly Truth[]): Truth =>
	truths.includes('no') ? 'no' : truths.includes('may') ? 'may' : 'yes';

/** Whether one of them holds. */
export const either = (truths: readonly Truth[]): Truth =>
	truths.includes('yes') ? 'yes' : truths.includes('may') ? 'may' : 'no';
