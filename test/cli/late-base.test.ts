import { describe, expect, test } from 'vitest';
import { graft } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';

/** What an earlier `init` wrote, and the base path that the host got since. */
const hosts: [
	fixture: string,
	line: RegExp,
	written: string[],
	config: [file: string, from: string, to: string],
][] = [
	[
		'sveltekit3',
		/^import \{ resolve \} .*\n|^\tbase: .*\n/gm,
		["import { resolve } from '$app/paths';", '\tbase: resolve,'],
		['vite.config.ts', 'sveltekit({', "sveltekit({ paths: { base: '/app' },"],
	],
	[
		'solidstart2',
		/^ *base: .*\n/gm,
		['  base: import.meta.env.BASE_URL,'],
		['vite.config.ts', 'defineConfig({', 'defineConfig({ base: "/app/",'],
	],
	[
		'solidstart1',
		/^ *base: .*\n/gm,
		['  base: import.meta.env.SERVER_BASE_URL,'],
		['app.config.ts', 'defineConfig({', 'defineConfig({ server: { baseURL: "/app" },'],
	],
];

describe.concurrent('a base path that comes after init', () => {
	test.each(hosts)('%s: the auth module says it from the start', async (fixture, _, written, config) => {
		const host = await graftedHost(fixture);
		const text = host.read('src/auth.ts').replaceAll('"', "'");
		for (const line of written) expect(text).toContain(line);
		host.edit(...config);
		await graft(host);
		expect(host.read('src/auth.ts').replaceAll('"', "'")).toBe(text);
	});

	test.each(hosts)('%s: init adds it to a module that has none', async (fixture, line, written, config) => {
		const host = await graftedHost(fixture);
		const before = host.read('src/auth.ts').replace(line, '');
		expect(before).not.toMatch(/base\b/);
		host.write({ 'src/auth.ts': before });
		await graft(host);
		expect(host.read('src/auth.ts')).toBe(before);
		host.edit(...config);
		await graft(host);
		const text = host.read('src/auth.ts').replaceAll('"', "'");
		for (const added of written) expect(text).toContain(added);
		await graft(host);
		expect(host.read('src/auth.ts').replaceAll('"', "'")).toBe(text);
	});
});
