import { describe, expect, test } from 'vitest';
import { execOk } from '../../../scripts/lib/process/exec.ts';
import type { HostUnderTest } from '../../support/host-under-test.ts';
import { treeHash } from '../../support/tree-hash.ts';

/**
 * What holds for every host after its first `init`: it works, and the second one leaves it alone.
 * @param leaveOut what the host has no script for, or another suite does anyway.
 */
export function describeGraft(
	get: () => HostUnderTest,
	initFlags: string[],
	leaveOut: { typeCheck?: boolean; build?: boolean } = {},
): void {
	describe('a grafted host', () => {
		test.skipIf(leaveOut.typeCheck)('passes its own type check', async () => {
			const { code, output } = await get().typeCheck();
			expect(code, output).toBe(0);
			// svelte-check counts, tsc says nothing.
			expect(output).toMatch(/ 0 errors|tsc --noEmit/i);
		});

		test('is left alone by a second init', async () => {
			const before = await treeHash(get().folder);
			const { code, output } = await get().graft('init', ...initFlags);
			expect(code, output).toBe(0);
			expect(output).toMatch(/nothing to do|already/i);
			expect(await treeHash(get().folder)).toEqual(before);
		});

		test.skipIf(leaveOut.build)('builds', async () => {
			const { code, output } = await get().build();
			expect(code, output).toBe(0);
		});

		test('keeps its secret where git does not see it', async () => {
			const host = get();
			const secret = (await host.read('.env')).match(/^AUTH_SECRET=["']?([^"'\n]+)/m)?.[1] ?? '';
			expect(secret.length).toBeGreaterThanOrEqual(32);
			expect(await host.read('.env.example')).toMatch(/^AUTH_SECRET=["']{0,2}$/m);
			await execOk('git', ['init', '--quiet'], { cwd: host.folder });
			const listed = await execOk('git', ['ls-files', '--others', '--exclude-standard'], {
				cwd: host.folder,
			});
			const visible = listed.stdout.trim().split('\n');
			expect(visible).toContain('.env.example');
			for (const path of visible) {
				expect((await host.read(path)).includes(secret), `${path} holds the secret`).toBe(false);
			}
		});
	});
}
