const unreleased = '## [Unreleased]';

/** What is unreleased gets the heading of its version, and an empty place for the next one stands above. */
export function dated(changelog: string, version: string, today: Date): string {
	const [before = '', after] = changelog.split(`${unreleased}\n`, 2);
	if (after === undefined) throw new Error(`CHANGELOG.md has no "${unreleased}"`);
	if (sectionIn(after) === '') throw new Error('CHANGELOG.md says of nothing that it is unreleased');
	const date = today.toISOString().slice(0, 10);
	return `${before}${unreleased}\n\n## [${version}] - ${date}\n${after}`;
}

/** The text of one version's section, without its heading; empty where there is none. */
export function notesOf(changelog: string, version: string): string {
	const [, after] = changelog.split(`\n## [${version}]`, 2);
	return after === undefined ? '' : sectionIn(after.slice(after.indexOf('\n')));
}

const sectionIn = (text: string): string => text.split(/^## /m, 1)[0]?.trim() ?? '';
