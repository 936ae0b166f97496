import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const isPublished = (name: string): boolean => name.endsWith('.ts') && !name.includes('.test');

/** Everything that published files of a folder import from elsewhere. */
async function importsOf(folder: string): Promise<string[]> {
	const url = new URL(folder, import.meta.url);
	const names = (await readdir(url, { recursive: true })).filter(isPublished);
	const texts = await Promise.all(names.map((name) => readFile(new URL(name, url), 'utf8')));
	return texts.flatMap((text) =>
		[...text.matchAll(/(?:from|import) '([^'.][^']*)'|import\('([^']+)'\)/g)].map(([, name, dynamic]) =>
			String(name ?? dynamic),
		),
	);
}

// Importing the router or @solidjs/start on the server fails in SolidStart 1 and in SolidStart 2's development
// server; "use server" in a package is compiled by one major and shipped to the browser by the other.
test('nothing but @auth/core is imported, and what the entries for it are about', async () => {
	const imports = [...(await importsOf('./')), ...(await importsOf('../core/'))];
	expect(imports.length).toBeGreaterThan(40);
	const others = imports.filter((name) => !name.startsWith('@auth/core'));
	const solid = ['solid-js', 'solid-js', 'solid-js/web', 'solid-js/web'];
	expect(others.sort()).toEqual(['@simplewebauthn/browser', ...solid]);
});

test('no server functions of our own', async () => {
	const url = new URL('./', import.meta.url);
	const names = (await readdir(url, { recursive: true })).filter(isPublished);
	expect(names).toContain(join('guard', 'protect.ts'));
	for (const name of names) {
		const code = (await readFile(new URL(name, url), 'utf8')).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
		expect(code).not.toContain('use server');
	}
});

/** What an entry loads, directly or not. Types are gone by then. */
async function loadedBy(file: string, loaded = new Set<string>()): Promise<string[]> {
	loaded.add(file);
	const url = new URL(file, import.meta.url);
	const text = (await readFile(url, 'utf8')).replace(/(im|ex)port type [^;]+;/g, '');
	for (const [, name = ''] of text.matchAll(/from '([^']+)'/g)) {
		const path = posix.join(posix.dirname(file), name.replace(/js$/, 'ts'));
		const next = name.startsWith('.') ? path.replace(/^(?!\.)/, './') : name;
		if (next.startsWith('.') && !loaded.has(next)) await loadedBy(next, loaded);
		loaded.add(next);
	}
	return [...loaded].sort();
}

test('the browser entries load nothing of the server', async () => {
	const client = ['../core/browser/index.ts', '../core/browser/post.ts', '../core/browser/session.ts'];
	expect(await loadedBy('./client.ts')).toEqual([...client, './client.ts'].sort());
	// The sentences about errors come along, and nothing of the core.
	const passkeys = ['../core/errors.ts', '../core/browser/passkeys.ts', '@simplewebauthn/browser'];
	expect(await loadedBy('./webauthn.ts')).toEqual([...client, ...passkeys, './webauthn.ts'].sort());
	const session = ['./known-session.ts', './session-provider.ts', 'solid-js', 'solid-js/web'];
	expect(await loadedBy('./components.ts')).toEqual([...client, ...session, './components.ts'].sort());
});
