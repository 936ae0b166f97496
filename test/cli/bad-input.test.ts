import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectRefusal, graft } from './support/expect.ts';
import { type Files, type Host, makeHost } from './support/host.ts';

/* Input that is broken, huge or a link, at every file that init touches. */

const init = ['init', '--yes', '--no-install'];
type Fixture = 'sveltekit3' | 'solidstart2';

/** Every file that init reads code from, in both frameworks. */
const sources: [Fixture, path: string][] = [
	['sveltekit3', 'src/hooks.server.ts'],
	['sveltekit3', 'src/routes/+layout.server.ts'],
	['sveltekit3', 'src/env.ts'],
	['sveltekit3', 'src/auth.ts'],
	['sveltekit3', 'src/routes/signin/+page.server.ts'],
	['sveltekit3', 'src/routes/signout/+page.server.ts'],
	['sveltekit3', 'src/app.d.ts'],
	['sveltekit3', 'vite.config.ts'],
	['sveltekit3', 'package.json'],
	['solidstart2', 'src/middleware.ts'],
	['solidstart2', 'src/auth.ts'],
	['solidstart2', 'src/session.ts'],
	['solidstart2', 'src/routes/signin.tsx'],
	['solidstart2', 'src/routes/signout.tsx'],
	['solidstart2', 'src/routes/api/auth/[...solidauth].ts'],
	['solidstart2', 'vite.config.ts'],
	['solidstart2', 'package.json'],
];

const registered = (middleware: string) => `import { solidStart } from "@solidjs/start/config";

export default { plugins: [solidStart({ middleware: "./${middleware}" })] };
`;

/** A SolidStart middleware that no config registers is refused for that, whatever is in it. */
const hostWith = (fixture: Fixture, path: string, text: string): Host =>
	makeHost({
		fixture,
		files: {
			...(path === 'src/middleware.ts' ? { 'vite.config.ts': registered(path) } : {}),
			[path]: text,
		},
	});

const literal = (text: string): string => text.replace(/[.+[\]]/g, '\\$&');

/** As a careless generator, or somebody who means harm, would leave it. */
const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

describe.concurrent('brackets that nest ten thousand deep', () => {
	test.for(sources.filter(([, path]) => !path.includes('/sign')))('%s: %s', async ([fixture, path]) => {
		const text = path === 'package.json' ? `{ "x": ${deep} }` : `export const x = ${deep};\n`;
		const says = [new RegExp(`${literal(path)} cannot be read: its brackets nest`)];
		await expectRefusal(hostWith(fixture, path, text), init, { exit: 1, code: 'AG_NOT_READABLE', says });
	});

	test('a package.json that does not even parse, for every command', async () => {
		for (const args of [init, ['routes'], ['protect-route', '/x'], ['add-provider', 'github'], ['secret']]) {
			const host = makeHost({ files: { 'package.json': `{ "x": ${deep.slice(0, 10_000)}` } });
			await expectRefusal(host, args, { exit: 1, code: 'AG_NOT_READABLE', says: ['package.json'] });
		}
	});

	test('what is merely looked at is passed over', async () => {
		await graft(makeHost({ files: { 'biome.json': `{ "x": ${deep} }` } }));
	});

	test('a chain of fifty thousand operators', async () => {
		const host = makeHost({
			files: { 'src/hooks.server.ts': `export const x = ${'a + '.repeat(50_000)}1;\n` },
		});
		await expectRefusal(host, init, { exit: 1, code: 'AG_SYNTAX', says: ['nests too deeply'] });
	});
});

describe.concurrent('a file that does not parse', () => {
	test.for(sources)('%s: %s', async ([fixture, path]) => {
		const host = hostWith(fixture, path, '\n\nconst broken = (;\n');
		const before = host.tree();
		const { exit, stdout, stderr } = await host.run(...init);
		expect({ exit, stdout }, stderr).toEqual({ exit: 1, stdout: '' });
		expect(stderr).toMatch(/\((AG_SYNTAX|AG_REFUSED|AG_PACKAGE_JSON_INVALID)\)\n.+/);
		expect(stderr).toMatch(new RegExp(`${literal(path)}:[1-4]\\b`));
		expect(host.tree()).toEqual(before);
	});
});

/** This many bytes, about, on lines of their own. */
const bulk = (line: string, bytes: number): string =>
	`${line}\n`.repeat(Math.floor(bytes / (line.length + 1)));
const comments = (bytes: number) =>
	bulk('// a comment, one of very many that somebody or something wrote', bytes);
const entries = (bytes: number) =>
	bulk('# a comment in a file of names, of which there are very many', bytes);

describe.concurrent('a file over 1 MB', () => {
	const others: [Fixture, path: string][] = [
		['sveltekit3', '.env'],
		['sveltekit3', '.env.example'],
		['sveltekit3', '.gitignore'],
	];
	test.for([...sources, ...others])('%s: %s is left alone, and named', async ([fixture, path]) => {
		const big = path.startsWith('.') ? entries(1_100_000) : comments(1_100_000);
		const host = hostWith(fixture, path, path === 'package.json' ? `{\n${' '.repeat(1_100_000)}}\n` : big);
		await expectRefusal(host, init, { exit: 1, code: 'AG_NOT_READABLE', says: [path, '1 MB'] });
	});
});

describe.concurrent('files just under 1 MB', () => {
	const big = comments(1_000_000);
	const names = entries(1_000_000);

	test.for([
		[
			'sveltekit3',
			{
				'src/hooks.server.ts': `${big}export const handle = ({ event, resolve }) => resolve(event);\n`,
				'src/routes/+layout.server.ts': `${big}export const load = async () => ({ mine: 1 });\n`,
				'src/env.ts': `import { defineEnvVars } from '@sveltejs/kit/env';\n${big}export const variables = defineEnvVars({\n\tA: {}\n});\n`,
				'src/app.d.ts': `${big}declare global {\n\tnamespace App {}\n}\n\nexport {};\n`,
			},
		],
		[
			'solidstart2',
			{
				'src/middleware.ts': `import { createMiddleware } from "@solidjs/start/middleware";\n${big}export default createMiddleware({ onRequest: [] });\n`,
			},
		],
	] as [Fixture, Files][])(
		'at every place of %s are edited, every other byte kept',
		async ([fixture, files]) => {
			const host = makeHost({
				fixture,
				files: { ...files, '.env': names, '.env.example': names, '.gitignore': names },
			});
			const config =
				fixture === 'solidstart2' ? registered('src/middleware.ts') : host.read('vite.config.ts');
			host.write({ 'vite.config.ts': big + config });
			const before = host.tree();
			await graft(host);
			for (const path of Object.keys(files)) expect(host.read(path).includes(big), path).toBe(true);
			for (const path of ['.env', '.env.example', '.gitignore'])
				expect(host.read(path).startsWith(names), path).toBe(true);
			const merged = host.read(fixture === 'solidstart2' ? 'src/middleware.ts' : 'src/hooks.server.ts');
			expect(merged.replace(big, '')).toMatch(/from ['"]\.\/auth['"];/);
			expect((await host.run('undo')).exit).toBe(0);
			expect(host.tree()).toEqual(before);
		},
	);
});

/** What stands there, so that nothing is wrong with it but the link. */
function textOf(fixture: Fixture, path: string): string {
	const host = makeHost({ fixture });
	return host.exists(path) ? host.read(path) : 'export {};\n';
}

describe.concurrent('a symbolic link to the outside', () => {
	const links: [Fixture, path: string][] = [
		...sources,
		['sveltekit3', '.env.example'],
		['sveltekit3', '.gitignore'],
		['sveltekit3', 'src'],
		['sveltekit3', 'src/routes/signin'],
		['solidstart2', 'src/routes/api'],
	];
	test.for(links)('%s: %s is not written through', async ([fixture, path]) => {
		const isFolder = !/\.\w+$/.test(path);
		const host = isFolder ? makeHost({ fixture }) : hostWith(fixture, path, textOf(fixture, path));
		const outside = makeHost({ fixture: null, files: { 'target/keep.txt': 'mine\n' } });
		outside.write({ 'target.txt': isFolder ? '' : host.read(path) });
		rmSync(join(host.root, path), { recursive: true, force: true });
		mkdirSync(dirname(join(host.root, path)), { recursive: true });
		symlinkSync(join(outside.root, isFolder ? 'target' : 'target.txt'), join(host.root, path));
		const before = outside.tree();
		await expectRefusal(host, init, { exit: 1, code: 'AG_OUTSIDE_HOST', says: [path] });
		expect(outside.tree()).toEqual(before);
	});
});
