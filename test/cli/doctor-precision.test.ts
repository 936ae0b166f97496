import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { DoctorCode } from '../../src/doctor/codes.ts';
import { overlayShapes } from '../gauntlet/overlays.ts';
import { fixtures, layBase, layOver } from '../gauntlet/shape.ts';
import { doctorDocument, doctorFigures, figuresOf } from '../support/documents/doctor-figures.ts';
import { thorough } from '../support/thorough.ts';
import { runResident, temporary } from './support/run.ts';

/*
 * Every project among the fixtures in which `init` sets sign-in up: as it leaves it, and again with another provider and a
 * guard. What the doctor calls an error or a warning there has to be one.
 */

interface Project {
	name: string;
	args: string[];
	build(folder: string): void;
}

const below = (kind: string, lay: (folder: string, name: string) => void): Project[] =>
	readdirSync(join(fixtures, kind)).map((name) => ({
		name: `${kind}/${name}`,
		args: [],
		build: (folder) => lay(folder, name),
	}));

const all: Project[] = [
	...below('hosts', layBase),
	...['corpus', 'cases'].flatMap((kind) =>
		below(kind, (folder, name) => layOver(folder, join(fixtures, kind, name))),
	),
	...overlayShapes(),
];

/** What is wrong with them, looked at by a person. */
const rightly: Record<string, DoctorCode[]> = {
	// Its secret is one word eight times.
	'corpus/quarry': ['secret-weak'],
	// They have rules for pages that the fixture lacks.
	'shapes/run-again': ['guard-matches-nothing'],
	'shapes/solidstart1-middleware': ['guard-matches-nothing'],
	// Middleware that lies there unregistered is left to the person.
	'shapes/solidstart-middleware-unregistered': ['guard-not-running'],
	// A hook of its own throws where no address can be decoded.
	'shapes/supabase-alongside': ['guard-leaks'],
};

/** What comes to it with the guard, or with the provider. */
const later: Record<string, DoctorCode[]> = {
	// A hook sets the header: form-action 'self'.
	'corpus/bread-book': ['csp-form-action'],
	// `prerender = 'auto'` in the root layout, above the page that is guarded now.
	'corpus/herb-garden': ['guard-leaks'],
};

/** What is special about them is said by other tests: one of four, and those with something to be told. */
const projects = all.filter(
	({ name }, index) => thorough || index % 4 === 0 || name in rightly || name in later,
);

interface Document {
	findings?: { code: DoctorCode; severity: string; title: string }[];
	routes?: { kind: string; path: string; guard: string; signIn?: true }[];
	error?: { code: string };
}

const run = async (cwd: string, ...args: string[]): Promise<Document> =>
	JSON.parse((await runResident([...args, '--json'], cwd)).stdout);

const judged = async (cwd: string) => {
	const { findings, error } = await run(cwd, 'doctor');
	return error?.code ?? findings?.filter(({ severity }) => severity !== 'note');
};

const codesOf = (found: Awaited<ReturnType<typeof judged>>) =>
	typeof found === 'string' ? found : [...new Set(found?.map(({ code }) => code))].sort();

let judgedOnes = 0;
const [told] = doctorFigures('test/cli/doctor-precision.test.ts');
// Were they all refused, nothing would be said of any.
afterAll(() => {
	if (thorough) expect(figuresOf(judgedOnes)).toEqual([told]);
	expect(judgedOnes).toBeGreaterThanOrEqual(20);
});

test('docs/doctor.md says of how many something has to be told', () => {
	const some = Object.keys({ ...rightly, ...later }).length;
	expect(doctorDocument()).toContain(`Of the ${told?.of} projects`);
	expect(doctorDocument()).toContain(`${some} have something to be told`);
});

describe.concurrent('what the doctor says of projects that work', () => {
	test.each(projects)('$name', async ({ name, args, build }) => {
		const root = join(temporary, 'precision', name);
		mkdirSync(root, { recursive: true });
		build(root);
		const flags = ['--yes', '--no-install', '--skip-refused'];
		await runResident(['init', ...flags, ...args.filter((arg) => arg !== '--skip-refused')], root);
		const app = ['apps/web', 'web'].map((folder) => join(root, folder)).find(existsSync) ?? root;
		const first = await judged(app);
		// In some nothing can be set up, which is what they are for.
		if (typeof first === 'string') return expect(first).toMatch(/^AG_/);
		judgedOnes++;
		const wanted = rightly[name] ?? [];
		expect(codesOf(first), JSON.stringify(first, null, 1)).toEqual(wanted);

		await run(app, 'add-provider', 'google', '--yes', '--no-install');
		const { routes = [] } = await run(app, 'routes');
		const open = routes.find(
			({ kind, guard, signIn, path }) => kind === 'page' && guard === 'public' && !signIn && path !== '/',
		);
		if (open) await run(app, 'protect-route', open.path, '--yes');
		const second = await judged(app);
		expect(codesOf(second), JSON.stringify(second, null, 1)).toEqual(
			[...wanted, ...(later[name] ?? [])].sort(),
		);
	});
});
