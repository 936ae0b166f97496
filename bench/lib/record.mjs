/** Figures of this run, by part: what `--json` writes. */
const recorded = {};

/**
 * Keeps figures for `--json`.
 * @param {string} part as in `npm run bench -- <part>`
 * @param {object} figures added to what the part has recorded before
 */
export function record(part, figures) {
	recorded[part] = { ...recorded[part], ...figures };
}

export const recordedOf = (part) => recorded[part];
