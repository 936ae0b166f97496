import { AuthgraftError } from '../../errors.ts';
import { shellWord } from '../../host/files/shell.ts';
import type { Host, PackageManager } from '../../host/host.ts';
import { isYarnBerry } from '../../host/packages/manager.ts';
import { allDependencies, isObject } from '../../host/packages/manifest.ts';
import { isWrite, type Plan } from '../../plan/change.ts';
import { findProgram } from './find-program.ts';
import { ask } from './run.ts';

/**
 * The one package whose version the command itself names: it comes out with the command, so a registry that is behind, a
 * mirror for instance, may have the one and not the other.
 */
const runtime = '@authgraft/runtime';

/** How each manager is asked, in its own configuration, which of the versions there are. It runs no script of anybody. */
const questions: Partial<Record<PackageManager, (range: string) => string[]>> = {
	npm: (range) => ['view', `${runtime}@${range}`, 'version', '--json'],
	pnpm: (range) => ['view', `${runtime}@${range}`, 'version', '--json'],
	bun: (range) => ['info', `${runtime}@${range}`, 'version', '--json'],
};

/** Neither yarn answers to a range: the one names all versions, the other the newest. */
const yarnQuestion = ({ root, workspaceRoot }: Host): string[] =>
	isYarnBerry(root, workspaceRoot ?? root)
		? ['npm', 'info', runtime, '--fields', 'versions', '--json']
		: ['info', runtime, 'versions', '--json'];

/** What they say of a package or a version that there is not, and of nothing else. */
const isMissing = /"code":\s*"E404"|^404 Not Found: |"No matching version found"|Response Code: 404\b/m;

/**
 * Refuses a plan whose runtime the registry does not have, before anything is written: a person would end with files in place and
 * nothing to run them. Whatever else is wrong (no network, no manager, no answer) is left to the install, which says it better.
 *
 * @param patience in milliseconds: longer than this nobody waits for an answer that the install gives as well.
 * @throws AuthgraftError AG_RUNTIME_UNAVAILABLE, AG_CANCELLED when interrupted.
 */
export async function checkAvailable(
	plan: Plan,
	host: Host,
	interrupt: AbortSignal,
	patience = 10_000,
): Promise<void> {
	const range = await newRange(plan, host);
	if (range === undefined) return;
	const question =
		host.packageManager === 'yarn' ? yarnQuestion(host) : questions[host.packageManager]?.(range);
	const file = question && findProgram(host.packageManager, host.root);
	if (!question || !file) return;
	const answer = await ask(host, file, question, patience, interrupt);
	if (answer === undefined || (!isMissing.test(answer) && (await mayFit(answer, range)))) return;
	const { packageManager } = host;
	throw new AuthgraftError(
		'AG_RUNTIME_UNAVAILABLE',
		`Nothing was changed: the registry that ${packageManager} asks here has no ${runtime}@${range}`,
		[
			'A mirror may be behind, or keep new versions back: wait, or ask whoever runs it.',
			`To see what it says: ${packageManager} ${question.map((word) => shellWord(word)).join(' ')}`,
			'To write the files all the same, and install later: --no-install',
		].join('\n'),
	);
}

/** The range that the plan writes anew; undefined where there is none, or one that no registry is asked for (`file:`). */
async function newRange(plan: Plan, host: Host): Promise<string | undefined> {
	const change = plan.changes.find((one) => isWrite(one) && one.path === 'package.json');
	if (!change || !isWrite(change)) return undefined;
	const manifest: unknown = JSON.parse(change.after.replace(/^\ufeff/, ''));
	const range = isObject(manifest) ? allDependencies(manifest)[runtime] : undefined;
	if (range === undefined || range === host.manifest.dependencies[runtime]) return undefined;
	const { default: semver } = await import('semver');
	return semver.validRange(range) ? range : undefined;
}

/** False only where the answer is a list of versions of which none fits. */
async function mayFit(answer: string, range: string): Promise<boolean> {
	const list = /"(?:versions|data)":\s*(\[[^\]]*\])/.exec(answer)?.[1];
	if (list === undefined) return true;
	const { default: semver } = await import('semver');
	const versions = [...list.matchAll(/"([^"\\]+)"/g)].map(([, version = '']) => version);
	return semver.maxSatisfying(versions, range) !== null;
}
