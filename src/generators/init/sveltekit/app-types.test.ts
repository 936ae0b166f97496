import { expect, test } from 'vitest';
import type { Host } from '../../../host/host.ts';
import { readHost } from '../../../host/index.ts';
import { kit3, project } from '../../../host/testing.ts';
import type { Change } from '../../../plan/change.ts';
import { defaultStyle } from '../../../syntax/source.ts';
import { Staging } from '../../changes/index.ts';
import type { Context } from '../../context.ts';
import { stageAppTypes } from './app-types.ts';

const locals = (members: string): string =>
	`declare global {\n\tnamespace App {\n\t\tinterface Locals {\n\t\t\t${members}\n\t\t}\n\t}\n}\n\nexport {};\n`;

async function changesFor(files: Record<string, string>): Promise<Change[]> {
	const host = await readHost(project(kit3(files)));
	return changesIn(host);
}

function changesIn(host: Host): Change[] {
	const staging = new Staging(host);
	stageAppTypes({ host, staging, style: defaultStyle } as Context);
	return staging.changes();
}

test('a project whose types fit gets no change at all', async () => {
	expect(await changesFor({})).toEqual([]);
	expect(await changesFor({ 'src/app.d.ts': locals('requestId: string;') })).toEqual([]);
});

test('types that fit are no change, and what only looks like them is told', async () => {
	expect(await changesFor({ 'src/app.d.ts': locals('user: string;') })).toEqual([]);
	const detached = "import type { A } from './a';\ndeclare namespace App {\n\tinterface Locals { a: A }\n}\n";
	expect(await changesFor({ 'src/app.d.ts': detached })).toEqual([
		{
			kind: 'skip',
			path: 'src/app.d.ts',
			summary: 'goes together with the type of `locals.auth()`',
			reason: 'the runtime types `locals.auth` already',
			notes: [
				'line 2 declares `App` for this file only, because the file imports or exports something; put it into `declare global { ... }`',
			],
		},
	]);
});

test('an alias in app.d.ts becomes an interface', async () => {
	const before = 'declare namespace App {\n\ttype Locals = { plan: string };\n}\n';
	expect(await changesFor({ 'src/app.d.ts': before })).toMatchObject([
		{
			kind: 'modify',
			path: 'src/app.d.ts',
			before,
			after: 'declare namespace App {\n\tinterface Locals { plan: string }\n}\n',
		},
	]);
});

test('declarations elsewhere are looked into, never edited', async () => {
	const alias = 'declare namespace App {\n\ttype Locals = { plan: string };\n}\n';
	const hooks =
		'declare global {\n\tnamespace App {\n\t\ttype Locals = { plan: string };\n\t}\n}\n\nexport {};\n';
	const changes = await changesFor({
		'src/types/app.d.ts': alias,
		'src/lib/types/locals.d.ts': locals('auth: string;'),
		'src/hooks.server.ts': hooks,
	});
	expect(changes.map(({ kind, path }) => [kind, path])).toEqual([
		['refuse', 'src/types/app.d.ts'],
		['refuse', 'src/lib/types/locals.d.ts'],
		['refuse', 'src/hooks.server.ts'],
	]);
	expect(changes.map((change) => change.kind === 'refuse' && change.line)).toEqual([2, 4, 3]);
});

test('a broken app.d.ts is refused, any other broken file passed over', async () => {
	const broken = 'declare global {\n';
	expect(await changesFor({ 'src/app.d.ts': broken })).toMatchObject([{ kind: 'refuse', line: 2 }]);
	expect(await changesFor({ 'src/lib/other.d.ts': broken })).toEqual([]);
});

test('a project without app.d.ts gets none', async () => {
	const { 'src/app.d.ts': _, ...files } = kit3();
	const host = await readHost(project(files));
	expect(changesIn(host)).toEqual([]);
});

test('in a large project only so much is looked into, nearest first', async () => {
	const files = Object.fromEntries(
		Array.from({ length: 300 }, (_, index) => [
			`src/lib/part${index}/deep/types.d.ts`,
			locals('auth: string;'),
		]),
	);
	expect(await changesFor(files)).toEqual([]);
	expect(await changesFor({ ...files, 'src/lib/part7.d.ts': locals('auth: string;') })).toMatchObject([
		{ kind: 'refuse', path: 'src/lib/part7.d.ts' },
	]);
});
