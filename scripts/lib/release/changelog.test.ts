import { expect, test } from 'vitest';
import { dated, notesOf } from './changelog.ts';

const before = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- New.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n';
const today = new Date('2026-02-03T12:00:00Z');

test('what is unreleased becomes the version, and the next one has a place', () => {
	const after = dated(before, '0.2.0', today);
	expect(after).toBe(
		'# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- New.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n',
	);
	expect(notesOf(after, '0.2.0')).toBe('### Added\n\n- New.');
	expect(notesOf(after, '0.1.0')).toBe('- Old.');
	expect(notesOf(after, '0.3.0')).toBe('');
});

test('a version that nobody has described is none', () => {
	expect(() => dated(dated(before, '0.2.0', today), '0.3.0', today)).toThrow('of nothing');
	expect(() => dated('# Changelog\n', '0.2.0', today)).toThrow('[Unreleased]');
});
