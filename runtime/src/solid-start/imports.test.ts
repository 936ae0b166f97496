import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Everything that published files of a folder import from elsewhere. */
async function importsOf(folder: string): Promise<string[]> {
	const url = new URL(folder, import.meta.url);
	const names = (await readdir(url)).filter((name) => name.endsWith('.ts') && !name.includes('.test'));
	const texts = await Promise.all(names.map((name) => readFile(new URL(name, url), 'utf8')));
	return texts.flatMap((text) =>
		[...text.matchAll(/(?:from|import) '([^'.][^']*)'|import\('([^']+)'\)/g)].map(([, name, dynamic]) =>
			String(name ?? dynamic),
		),
	);
}

// Importing the router or @solidjs/start on the server fails in SolidStart 1 and in SolidStart 2's development
// server; "use server" in a package is compiled by one major and shipped to the browser by the other.
test('nothing but @auth/core is imported', async () => {
	const imports = [...(await importsOf('./')), ...(await importsOf('../core/'))];
	expect(imports.length).toBeGreaterThan(10);
	expect(imports.filter((name) => !name.startsWith('@auth/core'))).toEqual([]);
});

test('no server functions of our own', async () => {
	const url = new URL('./', import.meta.url);
	const names = (await readdir(url)).filter((name) => !name.includes('.test'));
	for (const name of names) {
		const code = (await readFile(new URL(name, url), 'utf8')).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
		expect(code).not.toContain('use server');
	}
});

test('the browser entry imports nothing of the server', async () => {
	const text = await readFile(new URL('./client.ts', import.meta.url), 'utf8');
	expect([...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual([
		'../core/browser-client.js',
		'../core/browser-client.js',
		'../core/client.js',
	]);
});
