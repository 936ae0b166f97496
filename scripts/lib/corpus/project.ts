import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkTree, outsidePlan } from '../../../test/gauntlet/checks.ts';
import { differences, type Snapshot, snapshot } from '../../../test/gauntlet/snapshot.ts';
import { copyProject } from './copy.ts';
import { makeRepository } from './git.ts';
import type { Project } from './options.ts';
import type { Row } from './row.ts';
import type { Run } from './runner.ts';
import { type Document, type Done, type Step, step } from './step.ts';

/** How often `undo` is run at most: more often than anything was written. */
const mostUndos = 20;
const init = ['init', '--yes', '--no-install'];
const quiet = ['--yes', '--no-install'];

/**
 * Runs every command on a copy of a project, takes everything back, and says what came of it.
 *
 * @param work an empty folder, for the copy
 */
export async function runProject(project: Project, work: string, run: Run): Promise<Row> {
	const row: Row = {
		project: project.name,
		outcome: 'left out',
		...{ created: 0, changed: 0, notCopied: 0, time: 0 },
		...{ findings: [], steps: [], faults: [] },
	};
	const root = join(work, 'project');
	const spare = join(work, 'spare');
	try {
		mkdirSync(spare, { recursive: true });
		row.notCopied = copyProject(project.folder, root);
		await makeRepository(root, project.folder, spare);
	} catch (error) {
		return { ...row, why: (error as Error).message.split('\n')[0] ?? '' };
	}
	const steps: Done[] = [];
	const ran = async (folder: string, ...args: string[]): Promise<Done> => {
		const done = await step(run, folder, args);
		steps.push(done);
		return done;
	};

	const before = snapshot(root);
	const first = await ran(root, ...init);
	const after = snapshot(root);
	tellFirst(row, root, first);
	row.faults.push(...unplanned(before, after, row.app ?? '', first));

	const second = await ran(root, ...init);
	const moved = differences(after, snapshot(root));
	const isSame = second.exit === first.exit && second.code === first.code;
	// The plan of a refusal stays what it was; it is not carried out.
	const isDone = second.exit !== 0 || writes(second.document).length === 0;
	row.still = moved.length === 0 && isSame && isDone;
	if (!row.still) row.faults.push(`run again, init ${restless(second, paths(moved))}`);

	const app = join(root, row.app ?? '');
	tellDoctor(row, await ran(app, 'doctor'));
	await others(app, ran);
	await undoAll(app, ran, row);
	const left = differences(before, snapshot(root));
	row.exact = left.length === 0;
	if (!row.exact) row.faults.push(`undo does not give back ${paths(left)}`);

	row.time = steps.reduce((sum, { time }) => sum + time, 0);
	row.steps = steps.map(({ document, stderr, ...told }): Step => told);
	for (const { command, crash } of steps) if (crash) row.faults.push(`${command}: ${crash}`);
	return row;
}

const writes = ({ changes = [] }: Document) =>
	changes.filter(({ kind }) => kind === 'create' || kind === 'modify');

function tellFirst(row: Row, root: string, { document, exit, code, crash, stderr }: Done): void {
	const { host, changes = [] } = document;
	if (host) row.host = `${host.framework} ${host.version} ${host.language}`;
	const app = folderOf(root, document, stderr);
	if (app !== '') row.app = app;
	row.outcome = crash
		? 'crashed'
		: exit !== 0
			? 'refused'
			: writes(document).length > 0
				? 'applied'
				: 'nothing to do';
	if (code !== undefined) row.why = code;
	row.findings = changes.flatMap(({ path, line, code, findings = [] }) => [
		...(code === undefined ? [] : [{ code, file: path, ...(line === undefined ? {} : { line }) }]),
		...findings.map(({ code, file, line }) => ({ code, file, ...(line === undefined ? {} : { line }) })),
	]);
	if (row.outcome !== 'applied') return;
	row.created = changes.filter(({ kind }) => kind === 'create').length;
	row.changed = changes.filter(({ kind }) => kind === 'modify').length;
}

function tellDoctor(row: Row, { document: { findings } }: Done): void {
	if (findings) row.doctor = findings.flatMap(({ code, severity }) => (severity === 'note' ? [] : [code]));
}

/** The application may lie below: `init` takes the only one, and names it. Where it is refused there, it says so before. */
function folderOf(root: string, { host, error }: Document, stderr: string): string {
	if (host) return relative(realpathSync(root), realpathSync(host.root)).replaceAll('\\', '/');
	const [, said] = /the application is in (.+) \([^()]+\)\.$/m.exec(stderr) ?? [];
	const named = [...(error?.message ?? '').matchAll(/^ {2}--cwd (.+?) {2}\(/gm)].map(([, folder]) => folder);
	const folder = said ?? (named.length === 1 ? named[0] : undefined);
	if (folder === undefined || !existsSync(join(root, folder))) return '';
	const inside = relative(root, join(root, folder)).replaceAll('\\', '/');
	return inside.startsWith('..') ? '' : inside;
}

/** Changes that the plan of `init` does not name, and files that did not become what it says. */
function unplanned(before: Snapshot, after: Snapshot, app: string, { document, exit }: Done): string[] {
	const applied = exit === 0;
	const inside = [below(before, app), below(after, app)] as const;
	const elsewhere = differences(before, after).filter(
		({ path }) => app !== '' && !path.startsWith(`${app}/`) && !app.startsWith(path),
	);
	return [
		...outsidePlan(...inside, document, applied).problems,
		...checkTree(...inside, document, applied),
		...elsewhere.map(({ path }) => `changes ${path}, outside of the application`),
	];
}

const below = (all: Snapshot, app: string): Snapshot =>
	app === ''
		? all
		: new Map(
				[...all].flatMap(([path, entry]) =>
					path.startsWith(`${app}/`) ? [[path.slice(app.length + 1), entry]] : [],
				),
			);

/** Everything but `init` and `undo`. Where `init` was refused, each has to be refused in its turn, and to change nothing. */
async function others(app: string, ran: (folder: string, ...args: string[]) => Promise<Done>): Promise<void> {
	await ran(app, 'providers');
	await ran(app, 'add-provider', 'google', ...quiet);
	await ran(app, 'remove-provider', 'google', ...quiet);
	await ran(app, 'add-adapter', 'unstorage', ...quiet);
	const { document } = await ran(app, 'routes');
	const open = (document.routes ?? []).filter(
		({ kind, guard, signIn }) => kind === 'page' && guard === 'public' && !signIn,
	);
	// `/` alone would be all of it, and is asked about.
	const page = open.find(({ path }) => path !== '/')?.path;
	if (open.length > 0) {
		const target = page === undefined ? ['/', '--page'] : [page];
		await ran(app, 'protect-route', ...target, '--yes');
		await ran(app, 'unprotect-route', ...target, '--yes');
	}
	await ran(app, 'secret', '--yes');
	await ran(app, 'secret', 'rotate', '--yes');
}

/** Takes everything back, until there is nothing left. */
async function undoAll(
	app: string,
	ran: (folder: string, ...args: string[]) => Promise<Done>,
	row: Row,
): Promise<void> {
	for (let count = 0; count < mostUndos; count++) {
		const { code, exit } = await ran(app, 'undo', '--yes');
		if (code === 'AG_NOTHING_TO_UNDO') return;
		if (exit !== 0) {
			row.faults.push(`undo: ${code ?? `exit ${exit}`}`);
			return;
		}
	}
	row.faults.push(`undo finds something after ${mostUndos} times, too`);
}

const paths = (found: { path: string }[]): string => {
	const shown = found.slice(0, 5).map(({ path }) => path);
	return [...shown, ...(found.length > 5 ? [`${found.length - 5} more`] : [])].join(', ');
};

const restless = ({ exit, code, document }: Done, moved: string): string =>
	moved !== ''
		? `changes ${moved}`
		: writes(document).length > 0
			? `plans to write ${paths(writes(document))}`
			: `comes to exit ${exit}${code ? ` (${code})` : ''}`;
