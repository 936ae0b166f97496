import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long, the longest first. By itself vitest begins with large files, and ends with one processor at
 * work on a small one that makes, builds and starts three hosts.
 */
const longest = [
	'e2e/solidstart1.test.ts',
	'e2e/solidstart2.test.ts',
	'e2e/doctor.test.ts',
	'e2e/providers-',
	'e2e/package-managers.test.ts',
	'e2e/collisions.test.ts',
	'e2e/world.test.ts',
	'e2e/sveltekit2.test.ts',
	'e2e/sveltekit3.test.ts',
	'e2e/scaling.test.ts',
	'e2e/sveltekit2-older.test.ts',
	'e2e/conformance-',
	'cli/gauntlet.test.ts',
	'cli/matrix.test.ts',
	'corpus/index.test.ts',
	'cli/doctor-precision.test.ts',
	'doctor/host/index.test.ts',
	'cli/kill.test.ts',
	'cli/every-provider.test.ts',
	'security/growth.test.ts',
	'cli/install.test.ts',
	'cli/add-provider-input.test.ts',
	'new-files.prettier.test.ts',
	'cli/git.test.ts',
	'attack/index.test.ts',
	'security/linking.test.ts',
];

/** Begins with what takes longest. */
export default class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const rank = ({ moduleId }: TestSpecification) => {
			const at = longest.findIndex((part) => moduleId.includes(part));
			return at < 0 ? longest.length : at;
		};
		return sorted.sort((a, b) => rank(a) - rank(b));
	}
}
