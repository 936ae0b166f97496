import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHost } from '../../host/index.ts';
import { openSources, readRoutes } from '../../host/routes/index.ts';
import { kit3, manifest, project, solidConfig } from '../../host/testing.ts';
import { readFindings } from './index.ts';

/**
 * Every folder in `test/fixtures/findings/hosts` is a test: files that are laid over a host, with `// ! code /path` where
 * something is found, as in `hooks.test.ts`. Folders that begin with `none-` hold no such line, `solid-` ones are SolidStart.
 */
const root = join(import.meta.dirname, '../../../test/fixtures/findings/hosts');

const solid = {
	'package.json': manifest({ '@solidjs/start': '^2.0.5', '@solidjs/router': '1.0.0' }),
	'vite.config.ts': solidConfig(),
	'src/app.tsx': 'export default function App() { return null; }\n',
};

function filesOf(folder: string): Record<string, string> {
	const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
		path.replaceAll('\\', '/'),
	);
	return Object.fromEntries(
		paths
			.filter((path) => statSync(join(folder, path)).isFile())
			.map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
	);
}

/** `src/x.ts 3 layout-only /app`, with the paths where the marker names some. */
const markersIn = (files: Record<string, string>): string[] =>
	Object.entries(files).flatMap(([file, text]) =>
		text.split('\n').flatMap((line, index) => {
			const words = / \/\/ ! (.*)$/.exec(line)?.[1]?.split(' ') ?? [];
			const paths = words.filter((word) => word.startsWith('/'));
			return words
				.filter((word) => !word.startsWith('/'))
				.map((code) => [file, index + 1, code, ...paths].join(' '));
		}),
	);

for (const name of readdirSync(root))
	test(name, async () => {
		const files = filesOf(join(root, name));
		const isSolid = name.includes('solid-');
		const host = await readHost(project(isSolid ? { ...solid, ...files } : { ...kit3(), ...files }));
		const sources = openSources(host);
		const found = readFindings(host, readRoutes(host, sources).routes, [], sources);
		const wanted = markersIn(files);
		const said = found.map(({ file, line, code, routes = [] }) => [file, line, code, ...routes].join(' '));
		expect(wanted.length === 0).toBe(name.startsWith('none-'));
		expect(said.sort()).toEqual(wanted.sort());
		const messages = JSON.parse(files['messages.json'] ?? '[]') as string[];
		for (const message of messages) expect(found.map((one) => one.message).join('\n')).toContain(message);
	});
