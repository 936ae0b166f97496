/**
 * `npm run test:all`: also what says the same again of another host (docs/decisions/0033-two-circles-of-tests.md).
 * `npm test` has to end within twenty minutes on two processors.
 */
export const thorough = process.env.AUTHGRAFT_TESTS === 'all';

/** Number of the week: what `npm test` leaves out in one week it takes in another. */
export const week = Math.floor(Date.now() / (7 * 24 * 60 * 60 * 1000));
