import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ExecResult, execOk } from '../../scripts/lib/process/exec.ts';
import { ada } from '../support/ada.ts';
import { knowAda } from '../support/authorize.ts';
import { type Fault, solidStartFaults, svelteKitFaults } from '../support/doctor-faults.ts';
import { type DoctorRun, runDoctor } from '../support/doctor-run.ts';
import { doctorFigures, figuresOf } from '../support/documents/doctor-figures.ts';
import {
	type HostUnderTest,
	type Kind,
	makeHostUnderTest,
	solidStart1,
	solidStart2,
	svelteKit3,
} from '../support/host-under-test.ts';
import { viteConfigHost } from '../support/sveltekit-kinds.ts';
import { thorough } from '../support/thorough.ts';

/*
 * `doctor --start` in real hosts: what is healthy is proved to be, what is broken is named first, and nothing that was
 * started is left, however it ends.
 */

// A build, a server and a development server each; vinxi takes two minutes for that.
vi.setConfig({ testTimeout: 300_000 });

const dashboard = {
	'src/routes/dashboard.tsx': 'export default function Dashboard() {\n  return <h1>Dashboard</h1>;\n}\n',
};
const solidStart = (kind: Kind): Kind => ({ ...kind, pages: dashboard });

interface Circle {
	kind: Kind;
	faults?: Fault[];
}

const generations: Circle[] = [
	{ kind: svelteKit3, faults: svelteKitFaults },
	{ kind: solidStart(solidStart2), faults: solidStartFaults },
	{ kind: viteConfigHost },
	{ kind: solidStart(solidStart1) },
];
const circles = generations.filter(({ kind }) => thorough || kind === svelteKit3);

test('docs/doctor.md says how many faults and hosts these are', () => {
	expect(doctorFigures('test/e2e/doctor.test.ts')).toEqual(
		figuresOf(svelteKitFaults.length + solidStartFaults.length, generations.length),
	);
});

const proofs = 'Seen: signed in, guarded, signed out.';
const person = ['-c', 'user.name=Test', '-c', 'user.email=test@test.example'];
const secret = 'a-secret-of-more-than-32-characters-0';

describe.each(circles)('$kind.name', ({ kind, faults = [] }) => {
	let host: HostUnderTest;
	const git = (...args: string[]) => execOk('git', [...person, ...args], { cwd: host.folder });
	const commit = async () => {
		await git('add', '--all');
		await git('commit', '--quiet', '--message', 'as it is');
	};
	/** Runs the command, and looks whether it leaves anything behind. */
	const doctor = async (args: string[], how: Parameters<typeof runDoctor>[2] = {}): Promise<DoctorRun> => {
		const before = (await git('status', '--porcelain')).stdout;
		const run = await runDoctor(host.folder, args, how);
		expect(run.left, run.output).toEqual([]);
		expect((await git('status', '--porcelain')).stdout).toBe(before);
		return run;
	};
	const graft = async (...args: string[]): Promise<ExecResult> => {
		const result = await host.graft(...args);
		expect(result.code, result.output).toBe(0);
		return result;
	};

	beforeAll(async () => {
		host = await makeHostUnderTest(kind);
		const verify = kind.name === solidStart2.name ? ['--verify'] : [];
		const { output } = await graft('init', '--yes', '--protect', '/dashboard', ...verify);
		if (verify.length > 0) expect(output).toContain(proofs);
		await git('init', '--quiet');
		await commit();
	});
	afterAll(async () => {
		await host?.remove();
	});

	// `init --verify` has just seen the same of SolidStart 2.
	test.runIf(thorough || kind === svelteKit3)(
		'a healthy project: signed in, guarded, signed out',
		async () => {
			const { code, output, findings } = await doctor(['--start']);
			expect(output).toContain(proofs);
			expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
			expect(code, output).toBe(0);
		},
	);

	test.runIf(thorough || !kind.setOrigin)('its production build, asked by its address', async () => {
		if (kind.setOrigin) expect((await host.build()).code).toBe(0);
		const server = await host.startBuild({ AUTH_SECRET: secret });
		try {
			const alone = await doctor([]);
			const { code, output, findings, seconds } = await doctor(['--url', host.origin]);
			expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
			expect(code, output).toBe(0);
			// Reading the project takes its time on a busy machine; this is about asking.
			expect(seconds - alone.seconds).toBeLessThan(3);
		} finally {
			await server.stop();
			await git('checkout', '--quiet', '.');
		}
	});

	describe.runIf(faults.length > 0)('broken by', () => {
		test.for(faults.filter(({ again = false }) => thorough || !again))(
			'$what: $code',
			async ({ code, severity = 'error', says = '', files }) => {
				for (const [path, change] of Object.entries(files)) {
					const text = typeof change === 'string' ? '' : await host.read(path);
					if (typeof change !== 'string') expect(text).toContain(change[0]);
					await host.write({
						[path]: typeof change === 'string' ? change : text.replace(change[0], () => change[1]),
					});
				}
				try {
					const run = await doctor(['--start']);
					const [worst] = run.findings;
					expect(worst, run.output).toMatchObject({ code, severity });
					expect(JSON.stringify(worst)).toContain(says);
					expect(run.output.includes(proofs)).toBe(severity === 'warning');
					expect(run.code).toBe(severity === 'warning' ? 0 : 1);
				} finally {
					await git('checkout', '--quiet', '.');
					await git('clean', '--quiet', '-d', '--force');
				}
			},
		);
	});

	describe.runIf(kind === svelteKit3)('leaves nothing behind', () => {
		test('when it is interrupted while building', async () => {
			const { code, output } = await doctor(['--start'], { interruptAt: 'Building', after: 1_500 });
			expect(output).toContain('Cancelled.');
			expect(code).toBe(130);
		});

		test.runIf(thorough)('when it is interrupted while the server runs, which will not end', async () => {
			const hooks = await host.read('src/hooks.server.ts');
			await host.write({
				'src/hooks.server.ts': `${hooks}
import { building } from '$app/env';
if (!building) {
	process.on('SIGTERM', () => {});
	setInterval(() => {}, 1_000);
}
`,
			});
			const { code, output } = await doctor(['--start'], { interruptAt: 'Starting', after: 1_000 });
			expect(output).toContain('Cancelled.');
			expect(code).toBe(130);
			expect((await doctor(['--start'])).code).toBe(0);
			await git('checkout', '--quiet', '.');
		});
	});

	test.runIf(thorough && kind === svelteKit3)('protect-route --verify names the way back', async () => {
		await host.write({
			'src/routes/account/+page.server.ts': `export const load = async ({ locals }) => {
	if (await locals.auth()) throw new TypeError('no such account');
};
`,
			'src/routes/account/+page.svelte': '<h1>Account</h1>\n',
		});
		await commit();
		const { code, output } = await host.graft('protect-route', '/account', '--yes', '--verify');
		expect(code, output).toBe(1);
		expect(output).toContain('/account ends in an error for people who are signed in');
		expect(output).toMatch(/The project built before\. Take the changes back with: authgraft undo/);
		await graft('undo');
		expect((await git('status', '--porcelain')).stdout).toBe('');
		await git('reset', '--quiet', '--hard', 'HEAD~1');
	});

	test.runIf(thorough && kind === svelteKit3)('people with a password, at the production build', async () => {
		await graft('add-provider', 'credentials', '--yes', '--no-install');
		await knowAda(join(host.folder, 'src/auth.ts'));
		await commit();
		const signIn = (password: string) =>
			doctor(['--start', '--stdin'], {
				input: JSON.stringify({ provider: 'credentials', email: ada.email, password }),
			});
		const { code, output } = await signIn(ada.password);
		expect(output).toContain(proofs);
		expect(output).not.toContain(ada.password);
		expect(code, output).toBe(0);
		const wrong = 'correct-horse-battery';
		const refused = await signIn(wrong);
		expect(refused.findings[0], refused.output).toMatchObject({ code: 'sign-in-fails' });
		expect(refused.output).not.toContain(wrong);
		expect(refused.code).toBe(1);
	});

	describe.runIf(kind === svelteKit3)('cannot be tried', () => {
		test('without a script that builds it', async () => {
			const manifest = JSON.parse(await host.read('package.json'));
			await host.write({
				'package.json': JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, build: undefined } }),
			});
			const { code, output } = await doctor(['--start']);
			await git('checkout', '--quiet', '.');
			expect(output).toContain('package.json has no script');
			expect(code, output).toBe(2);
		});

		test('without its packages', async () => {
			await rm(join(host.folder, 'node_modules'), { recursive: true });
			const { code, output } = await doctor(['--start']);
			expect(output).toContain('the packages are not installed: npm install');
			expect(code, output).toBe(2);
		});
	});
});
