import semver from 'semver';
import { shellWord } from '../../host/files/shell.ts';
import type { Host } from '../../host/host.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';

/**
 * What a command of one minor version writes works with the runtimes from that one up to the next breaking version. Outside
 * of that nobody has tried it.
 *
 * @param runtime the version that is installed.
 * @param command the version that runs.
 */
export function skew(host: Host, runtime: string | undefined, command: string): Diagnosis[] {
	const range = `^${semver.major(command)}.${semver.minor(command)}.0`;
	// The prereleases of that version, too, of which the command may be one.
	const fits = (version: string) => semver.satisfies(version, `${range}-0`, { includePrerelease: true });
	if (runtime === undefined || fits(runtime)) return [];
	const isOlder = semver.lt(runtime, command);
	const add = host.packageManager === 'npm' ? 'install' : 'add';
	return [
		diagnosis('runtime-skew', {
			title: `@authgraft/runtime ${runtime} is installed, and this is authgraft ${command}`,
			cause: isOlder
				? 'What this command writes from now on may ask the runtime for what it does not have yet.'
				: 'This command does not know what has changed in the runtime since: neither its findings nor what it writes are of that version.',
			evidence: [{ package: '@authgraft/runtime', version: runtime }],
			mend: isOlder
				? {
						text: 'Bring the runtime up to the command; the changelog says what is different.',
						command: `${host.packageManager} ${add} ${shellWord(`@authgraft/runtime@${range}`)}`,
					}
				: {
						text: 'Use the command of that version.',
						command: `npx ${shellWord(`authgraft@^${semver.major(runtime)}.${semver.minor(runtime)}.0`)} doctor`,
					},
		}),
	];
}
