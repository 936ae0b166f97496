import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exec, npm } from '../../scripts/lib/process/exec.ts';
import { allBlocks, placeOf, wayOf } from '../../scripts/lib/site/blocks.ts';
import { type Framework, type Place, placesOf } from '../support/documents/places.ts';
import { HostTypes } from '../support/documents/types.ts';
import {
	type HostUnderTest,
	type Kind,
	makeHostUnderTest,
	solidStart2,
	svelteKit3,
} from '../support/host-under-test.ts';

/*
 * The code of every document in a real host of each framework, as `init` leaves it: its types are checked, and the
 * examples of docs/testing-hosts.md, which are tests, are run.
 */

interface Dressing {
	framework: Framework;
	kind: Kind;
	/** Files that documents speak of: there before `init`. */
	files: Record<string, string>;
	packages: Record<string, string>;
	/** What `npm install` takes away of what the framework wrote. */
	sync: string[] | null;
	/** Tests of docs/testing-hosts.md: these run against a build. */
	builds: boolean;
}

const kinds: Dressing[] = [
	{
		framework: 'sveltekit',
		kind: svelteKit3,
		files: {
			'src/routes/+layout.ts': 'export const prerender = false;\n',
			'src/routes/dashboard/+page.server.ts': `import { error } from '@sveltejs/kit';

export const load = async ({ locals }) => {
	const session = await locals.auth();
	if (!session?.user) error(401);
	return { greeting: \`Hello \${session.user.name}\` };
};
`,
			'src/routes/dashboard/+page.svelte': `<script>let { data } = $props();</script>\n<h1>{data.greeting}</h1>\n`,
		},
		packages: {
			...{ '@node-rs/argon2': '^2.0.2', '@types/pg': '^8.15.0', 'drizzle-orm': '^0.45.0' },
			...{ ioredis: '^5.8.0', pg: '^8.16.0', redis: '^5.8.0', unstorage: '^1.17.0', vitest: '^5.1.0' },
		},
		sync: ['exec', 'svelte-kit', 'sync'],
		builds: false,
	},
	{
		framework: 'solid-start',
		kind: solidStart2,
		files: {
			'src/routes/dashboard.tsx': `import { createAsync, useLocation } from "@solidjs/router";
import { Show } from "solid-js";
import { guardedSession } from "~/session";

export default function Dashboard() {
  const location = useLocation();
  const session = createAsync(() => guardedSession(location.pathname), { deferStream: true });
  return <Show when={session()}>{(known) => <h1>Hello {known().user?.name}</h1>}</Show>;
}
`,
		},
		packages: { vitest: '^5.1.0' },
		sync: null,
		builds: true,
	},
];

describe.each(kinds)('code of documents on $kind.name', (dressing) => {
	const { framework, kind, files, packages, sync, builds } = dressing;
	let host: HostUnderTest;
	const of = (language: RegExp) =>
		allBlocks
			.filter((block) => wayOf(block) === 'types' && language.test(block.language))
			.flatMap((block) => placesOf(block).map((place) => ({ block, place })))
			.filter(({ place }) => place.framework === framework);

	beforeAll(async () => {
		const make = async (folder: string) => {
			await kind.make(folder);
			const file = join(folder, 'package.json');
			const manifest = JSON.parse(await readFile(file, 'utf8'));
			manifest.devDependencies = { ...manifest.devDependencies, ...packages };
			await writeFile(file, JSON.stringify(manifest, null, '\t'));
		};
		host = await makeHostUnderTest({ ...kind, make, packages: undefined });
		await host.write(files);
		const flags = ['--yes', '--providers', 'development,github,keycloak', '--protect', '/dashboard'];
		const { code, output } = await host.graft('init', ...flags);
		expect(code, output).toBe(0);
		if (sync) await exec(...npm(...sync), { cwd: host.folder });
	});
	afterAll(() => host?.remove());

	test('has the types that it says', { timeout: 300_000 }, () => {
		const types = new HostTypes(host.folder);
		const blocks = of(/^(?:tsx?|js)$/).filter(({ block }) => block.document !== 'docs/testing-hosts.md');
		expect(blocks.length).toBeGreaterThan(5);
		const found = blocks.flatMap(({ block, place }) =>
			types.complaints(place.path, place.text).map((complaint) => `${placeOf(block)}: ${complaint}`),
		);
		expect(found).toEqual([]);
		const [wrong] = types.complaints(
			'src/block.ts',
			"import { signOff } from '@authgraft/runtime/sveltekit';",
		);
		expect(wrong).toContain('signOff');
	});

	test.runIf(framework === 'sveltekit')(
		'svelte-check takes its components',
		{ timeout: 300_000 },
		async () => {
			const components = of(/^svelte$/);
			expect(components).not.toEqual([]);
			await host.write(
				Object.fromEntries(
					components.map(({ place }, index) => [`src/lib/documents/Block${index}.svelte`, place.text]),
				),
			);
			const { code, output } = await host.typeCheck();
			expect(code, output).toBe(0);
		},
	);

	test('docs/testing-hosts.md: its tests pass', { timeout: 300_000 }, async () => {
		const places = of(/^ts$/)
			.filter(({ block }) => block.document === 'docs/testing-hosts.md')
			.map(({ place }) => place);
		expect(places.map(({ path }) => path)).toEqual([...new Set(places.map(({ path }) => path))]);
		const named = (place: Place) => [place.path, place.text] as const;
		await host.write({
			'.env.test': 'AUTH_SECRET=a-secret-for-tests-of-32-characters\n',
			...Object.fromEntries(places.map(named)),
		});
		if (builds) {
			const built = await exec(...npm('run', 'build'), { cwd: host.folder, timeout: 180_000 });
			expect(built.code, built.output).toBe(0);
		}
		const { code, output } = await exec(...npm('exec', 'vitest', 'run'), {
			cwd: host.folder,
			timeout: 180_000,
		});
		expect(code, output).toBe(0);
		const tests = places.flatMap(({ text }) => text.match(/^test\(/gm) ?? []);
		expect(tests.length).toBeGreaterThan(3);
		expect(stripVTControlCharacters(output)).toMatch(new RegExp(`Tests +${tests.length} passed`));
	});
});
