import { parse } from 'dotenv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transforms } from '../../src/edits/testing/transforms.ts';
import { applyChecked } from './invariants.ts';
import { env, ignore, manifest } from './shapes/text.ts';
import { runs } from './support.ts';

/** Applies a transform by its name, checks what holds for all, and hands over both texts where it edited. */
function check(
	name: string,
	path: string,
	texts: fc.Arbitrary<string>,
	rest: (before: string, after: string) => void,
) {
	const transform = transforms[name];
	if (!transform) throw new Error(`No transform ${name}`);
	let edited = 0;
	fc.assert(
		fc.property(texts, (before) => {
			const { kind, text } = applyChecked(transform, path, before);
			if (kind !== 'edited') return;
			edited++;
			rest(before, text);
		}),
		runs(150),
	);
	expect(edited, 'a property that never meets an edit proves nothing').toBeGreaterThan(20);
}

/** Every line stands in the result, in order. `grown` says whether a line has only got what it may get. */
function expectLines(before: string, after: string, grown: (old: string, now: string) => boolean): void {
	const now = after.split('\n');
	let at = 0;
	for (const line of before.split('\n')) {
		while (at < now.length && now[at] !== line && !grown(line, now[at] as string)) at++;
		expect(at, `line ${JSON.stringify(line)} stays`).toBeLessThan(now.length);
		at++;
	}
}

const withoutBom = (text: string): string => text.replace(/^\uFEFF/, '');

test('package.json: nothing but dependencies changes, and none that was there', () => {
	check('package-json/dependencies', 'package.json', manifest, (before, after) => {
		const [old, now] = [before, after].map((text) => JSON.parse(withoutBom(text)));
		const { dependencies: had = {}, ...rest } = old;
		const { dependencies: has, ...kept } = now;
		expect(kept).toEqual(rest);
		expect(Object.keys(kept)).toEqual(Object.keys(rest));
		expect(has).toMatchObject(had);
		expect(Object.keys(has).filter((name) => name in had)).toEqual(Object.keys(had));
		if (/^\uFEFF?\{\r?\n/.test(before))
			expectLines(before, after, (line, found) => {
				const plain = line.replace(/\r$/, '');
				return [`${plain},`, plain.replace(/\},?$/, '')].includes(found.replace(/\r$/, ''));
			});
	});
});

test('.env: every variable keeps its value, and every line its place', () => {
	check('env/add', '.env', env, (before, after) => {
		const [old, now] = [parse(before), parse(after)];
		expect(now.AUTH_SECRET).toBe(old.AUTH_SECRET || 'a-secret-of-at-least-32-characters');
		expect(now.AUTH_GITHUB_ID).toBe(old.AUTH_GITHUB_ID ?? '');
		const { AUTH_SECRET: _, ...others } = old;
		expect(now).toMatchObject(others);
		expectLines(withoutBom(before), withoutBom(after), (line, found) => {
			const [plain, grown] = [line, found].map((text) => text.replace(/\r$/, '')) as [string, string];
			const empty = /^(.*AUTH_SECRET\s*=)\s*(["']?)\2\s*$/.exec(plain)?.[1];
			return plain === grown || (empty !== undefined && grown.startsWith(empty));
		});
	});
});

test('.gitignore: every line keeps its place, and ours are there once', () => {
	check('gitignore', '.gitignore', ignore, (before, after) => {
		const plain = (text: string) => text.split(/\r?\n/);
		expect(plain(after).slice(0, plain(before).length - 1)).toEqual(plain(before).slice(0, -1));
		for (const pattern of ['.env', '.env.*', '!.env.example'])
			expect(plain(withoutBom(after)).map((line) => line.trim())).toContain(pattern);
	});
});
