import { expect, test } from 'vitest';
import { readHost } from '../../host/index.ts';
import { kit3, project } from '../../host/testing.ts';
import { defaultStyle } from '../../syntax/source.ts';
import { authPlace } from '../auth-place.ts';
import { Staging } from '../changes/index.ts';
import type { Context } from '../context.ts';
import { stageNodeTypes } from './node-types.ts';

const types = { version: '24.1.0' };
const byChance = {
	'package-lock.json': '{}',
	'node_modules/@types/node/package.json': JSON.stringify(types),
	'node_modules/.package-lock.json': JSON.stringify({ packages: { 'node_modules/@types/node': types } }),
};

async function findings(files: Record<string, string>) {
	const host = await readHost(project(kit3({ ...byChance, ...files })));
	const staging = new Staging(host);
	stageNodeTypes({ host, staging, style: defaultStyle, auth: authPlace(host) } as Context);
	return staging.changes().flatMap((change) => change.findings ?? []);
}

test('types that an install may take away, where they are used first', async () => {
	const hooks =
		"// node:\nimport { join } from 'node:path';\n\nexport const root = join('a', process.cwd());\n";
	expect(await findings({ 'src/hooks.server.ts': hooks })).toEqual([
		{
			code: 'node-types',
			file: 'src/hooks.server.ts',
			line: 2,
			text: 'uses the types of Node.js, and no package.json lists @types/node: npm may remove it with the next install. Add it: npm install --save-dev @types/node@24',
		},
	]);
});

test.each<[string, string, string, number]>([
	['a config', 'drizzle.config.ts', 'export default {\n\turl: process.env.DATABASE_URL,\n};\n', 2],
	['a type', 'src/server.ts', "import type { Server } from 'node:http';\n", 1],
])('%s uses them', async (_, file, text, line) => {
	expect(await findings({ [file]: text })).toMatchObject([{ code: 'node-types', file, line }]);
});

test.each<[string, Record<string, string>]>([
	['nothing uses them', {}],
	['a comment and a text name them', { 'src/a.ts': "// process.env\nexport const a = 'node:fs';\n" }],
	[
		'the name is one of its own',
		{ 'src/a.ts': 'export const a = (process: { id: number }) => process.id;\n' },
	],
	['it is imported', { 'src/a.ts': "import process from './own';\nexport const a = process.env;\n" }],
	['a test alone uses them', { 'src/a.test.ts': "import 'node:fs';\n" }],
	['JavaScript alone does', { 'src/a.js': "import 'node:fs';\n" }],
	['they are listed', { 'src/a.ts': "import 'node:fs';\n", 'package.json': listed() }],
])('nothing is said where %s', async (_, files) => {
	expect(await findings(files)).toEqual([]);
});

function listed(): string {
	const manifest = JSON.parse(String(kit3()['package.json']));
	return JSON.stringify({
		...manifest,
		devDependencies: { ...manifest.devDependencies, '@types/node': '^24' },
	});
}
