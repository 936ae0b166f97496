import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';
import { initChanges } from '../generators/init/index.ts';
import { findProviders } from '../generators/providers/index.ts';
import { readHost } from '../host/index.ts';
import { isWrite } from '../plan/change.ts';
import type { DoctorCode } from './codes.ts';
import { examined } from './context.ts';
import type { Diagnosis, Examination } from './diagnosis.ts';
import { examineHost } from './host/index.ts';
import { type Sorted, sortFindings } from './report.ts';

/*
 * Projects in which sign-in works, and what the doctor says when something in them is changed. Not part of the build.
 */

const fixtures = fileURLToPath(new URL('../../test/fixtures/hosts/', import.meta.url));
const secret = 'k3N8vQ2pX7sT4wZ9bL6mR1yC5hJ0dF-gAeUiOnKqWtE';

const made = new Map<string, Promise<string>>();
afterAll(async () => {
	for (const root of await Promise.all(made.values())) rmSync(root, { recursive: true, force: true });
	made.clear();
});

const folder = () => realpathSync(mkdtempSync(join(tmpdir(), 'authgraft-doctor-')));

/** A fixture of `test/fixtures/hosts`, with sign-in put in as `init` does, and a guarded page. */
export async function healthy(fixture: string): Promise<string> {
	const original = made.get(fixture) ?? graft(fixture);
	made.set(fixture, original);
	const root = folder();
	onTestFinished(() => rmSync(root, { recursive: true, force: true }));
	cpSync(await original, root, { recursive: true });
	return root;
}

async function graft(fixture: string): Promise<string> {
	const root = folder();
	cpSync(join(fixtures, fixture), root, { recursive: true });
	if (existsSync(join(root, 'gitignore'))) renameSync(join(root, 'gitignore'), join(root, '.gitignore'));
	write(root, dashboardOf(fixture));
	const changes = initChanges(await readHost(root), {
		...{ providers: findProviders(['development', 'github']), providersNamed: true, protect: ['/dashboard'] },
		...{ basePath: undefined, pages: {}, secret, runtimeSpec: '^0.1.0' },
	});
	write(root, Object.fromEntries(changes.filter(isWrite).map(({ path, after }) => [path, after])));
	return root;
}

const dashboardOf = (fixture: string): Record<string, string> =>
	fixture.startsWith('solid')
		? { 'src/routes/dashboard.tsx': 'export default () => <h1>Dashboard</h1>;\n' }
		: { 'src/routes/dashboard/+page.svelte': '<h1>Dashboard</h1>\n' };

/** Files to write, or to take away. */
export type Files = Record<string, string | null>;

export function write(root: string, files: Files): void {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		if (text === null) rmSync(join(root, path), { recursive: true, force: true });
		else writeFileSync(join(root, path), text);
	}
}

/** Replaces a text in a file; fails when it is not there. */
export function edit(root: string, file: string, from: string | RegExp, to: string): void {
	const before = readFileSync(join(root, file), 'utf8');
	const after = before.replace(from, () => to);
	if (after === before) throw new Error(`${file} holds no ${from}:\n${before}`);
	writeFileSync(join(root, file), after);
}

export interface Judged extends Sorted {
	examination: Examination;
}

/** What the doctor says of a project, without asking anybody. */
export async function judge(
	root: string,
	{
		production = false,
		variables = {},
		command = '0.1.0',
	}: { production?: boolean; variables?: NodeJS.ProcessEnv; command?: string } = {},
): Promise<Judged> {
	const host = await readHost(root);
	const examination = examineHost(examined(host, { production, variables, command }));
	return { ...sortFindings(examination.found), examination };
}

/** Errors and warnings by code, worst first. */
export const codesOf = (shown: readonly Diagnosis[]): DoctorCode[] =>
	shown.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
