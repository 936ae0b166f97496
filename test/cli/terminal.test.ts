import { describe, expect, test } from 'vitest';
import { expectRefusal, graft } from './support/expect.ts';
import { makeHost } from './support/host.ts';
import { pathWith } from './support/programs.ts';
import { keys, onTerminal, type Step } from './support/terminal.ts';

/** The questions of `init`, in their order. */
const questions = {
	providers: 'How do people sign in?',
	protect: 'Guard a path',
	install: 'Install the packages when',
	confirm: 'Write these changes?',
};
const { enter, ctrlC, tab } = keys;

const providers: Step = [questions.providers, enter];
const protect: Step = [questions.protect, enter];
const noInstall: Step = [questions.install, 'n'];
const confirm: Step = [questions.confirm, enter];

describe.concurrent('on a terminal', () => {
	test('Enter takes the defaults; "no" leaves the install out', async () => {
		const host = makeHost({ git: true });
		const { exit, screen, raw } = await onTerminal(host, ['init'], [providers, protect, noInstall, confirm]);
		expect(exit, screen).toBe(0);
		expect(raw).toContain('\u001b[');
		expect(host.read('src/auth.ts')).toContain('Development()');
		expect(host.read('src/hooks.server.ts')).toBe("export { handle } from './auth';\n");
		expect(host.exists('node_modules')).toBe(false);
		expect(screen).toContain('Install the packages: npm install');
		expect(screen).not.toContain('uncommitted');
		expect(screen).not.toContain(host.secrets()[0]);
	});

	test('typing narrows the providers, Tab chooses, and a wrong path is told at once', async () => {
		const host = makeHost();
		const steps: Step[] = [
			[questions.providers, 'githu'],
			['1 match', tab],
			['github', enter],
			[questions.protect, `/signin${enter}`],
			['nobody could sign in any more', '\u007f'.repeat('/signin'.length)],
			['(leave empty', `/dashboard${enter}`],
			confirm,
		];
		const { exit, screen } = await onTerminal(host, ['init', '--no-install'], steps);
		expect(exit, screen).toBe(0);
		expect(host.read('src/auth.ts')).toContain("import GitHub from '@auth/core/providers/github';");
		expect(host.read('src/auth.ts')).toContain('Development()');
		expect(host.read('src/hooks.server.ts')).toContain("protect(['/dashboard'])");
		expect(screen).toContain('Fill in .env: AUTH_GITHUB_ID, AUTH_GITHUB_SECRET');
	});

	test('again, on a project that is set up: nothing is asked', async () => {
		const host = makeHost({ git: true });
		await graft(host);
		const before = host.tree();
		const { exit, screen } = await onTerminal(host, ['init', '--no-install'], []);
		expect(exit, screen).toBe(0);
		expect(screen).toContain('Nothing to do');
		for (const question of Object.values(questions)) expect(screen).not.toContain(question);
		expect(screen).not.toContain('uncommitted');
		expect(host.tree()).toEqual(before);
	});

	test('flags answer questions; --yes asks nothing at all', async () => {
		const host = makeHost();
		const flags = ['init', '--providers', 'github', '--protect', '/x', '--no-install'];
		const one = await onTerminal(host, flags, [[questions.confirm, 'y']]);
		expect(one.exit, one.screen).toBe(0);
		for (const question of [questions.providers, questions.protect, questions.install])
			expect(one.screen).not.toContain(question);
		const other = makeHost();
		const two = await onTerminal(other, ['init', '--yes', '--no-install'], []);
		expect(two.exit, two.screen).toBe(0);
		for (const question of Object.values(questions)) expect(two.screen).not.toContain(question);
		expect(other.exists('src/auth.ts')).toBe(true);
	});

	test('NO_COLOR: no colours, although it is a terminal', async () => {
		const { exit, raw } = await onTerminal(makeHost(), ['init', '--yes', '--no-install'], [], {
			NO_COLOR: '1',
		});
		expect(exit).toBe(0);
		expect(raw).not.toContain('\u001b');
	});

	test('a dirty tree is told before the first question', async () => {
		const host = makeHost({ git: true });
		host.write({ 'mine.txt': '' });
		const { exit, screen } = await onTerminal(host, ['init'], [[questions.providers, ctrlC]]);
		expect(exit).toBe(130);
		expect(screen.indexOf('1 uncommitted change')).toBeGreaterThan(-1);
		expect(screen.indexOf('1 uncommitted change')).toBeLessThan(screen.indexOf(questions.providers));
		await expectRefusal(host, ['init', '--yes', '--no-install'], { exit: 1, code: 'AG_GIT_DIRTY' });
	});
});

describe.concurrent('cancelled: exit 130, and every byte as it was', () => {
	const before: Record<keyof typeof questions, Step[]> = {
		providers: [],
		protect: [providers],
		install: [providers, protect],
		confirm: [providers, protect, noInstall],
	};
	const cases = Object.entries(before).flatMap(([question, steps]) =>
		(['escape', 'ctrlC'] as const).map((name) => [name, question, steps, keys[name]] as const),
	);
	test.for([...cases, ['"no"', 'confirm', before.confirm, 'n'] as const])(
		'%s at the question for %s',
		async ([, question, steps, key]) => {
			const host = makeHost({ git: true });
			const tree = host.tree({ git: true });
			const last: Step = [questions[question as keyof typeof questions], key];
			const { exit, screen } = await onTerminal(host, ['init'], [...steps, last]);
			expect(exit, screen).toBe(130);
			expect(screen).toContain('Cancelled. The project is as it was.');
			expect(host.tree({ git: true })).toEqual(tree);
		},
	);

	test('Ctrl-C while installing', async () => {
		const host = makeHost({ git: true });
		const tree = host.tree();
		const steps: Step[] = [
			providers,
			protect,
			[questions.install, enter],
			confirm,
			['fake npm started', ctrlC],
		];
		const PATH = pathWith({ npm: 'echo "fake npm started" >&2; exec sleep 60' });
		const { exit, screen } = await onTerminal(host, ['init'], steps, { PATH });
		expect(exit, screen).toBe(130);
		expect(screen).toContain('Cancelled. The project is as it was.');
		expect(host.tree()).toEqual(tree);
	});
});
