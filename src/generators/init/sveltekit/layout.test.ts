import { expect, test } from 'vitest';
import { readHost } from '../../../host/index.ts';
import { kit3, project } from '../../../host/testing.ts';
import type { Change } from '../../../plan/change.ts';
import { defaultStyle } from '../../../syntax/source.ts';
import { authPlace } from '../../auth-place.ts';
import { Staging } from '../../changes/index.ts';
import type { Context } from '../../context.ts';
import { stageLayout } from './layout.ts';

async function changeFor(files: Record<string, string>): Promise<Change> {
	const host = await readHost(project(kit3(files)));
	const staging = new Staging(host);
	stageLayout({ host, staging, style: defaultStyle, auth: authPlace(host) } as Context);
	return staging.changes()[0] as Change;
}

const hiding = 'export const load = ({ url }) => ({ path: url.pathname });\n';

test('L1: a new root layout load, without notes where nothing stands between it and the pages', async () => {
	const change = await changeFor({ 'src/routes/+layout.ts': "export const trailingSlash = 'always';\n" });
	expect(change).toMatchObject({ kind: 'create', path: 'src/routes/+layout.server.ts' });
	expect(change.notes).toBeUndefined();
});

test('L1: a universal load that hides the session is told, with its place', async () => {
	const note =
		'src/routes/+layout.js: line 1 returns no `session`, so it hides the one from the server: add `...data` or `session: data.session`';
	expect((await changeFor({ 'src/routes/+layout.js': hiding })).notes).toEqual([note]);
});

test('L12: page options of both layouts are told; pages made while building have a stage of their own', async () => {
	const change = await changeFor({
		'src/routes/+layout.ts': 'export const ssr = false;\n',
		'src/routes/+layout.server.ts': 'export const ssr = false;\nexport const prerender = true;\n',
	});
	expect(change.kind).toBe('modify');
	expect(change.notes).toEqual([
		'line 1 turns server rendering off: pages know the session only once they run in the browser',
		'src/routes/+layout.ts: line 1 turns server rendering off: pages know the session only once they run in the browser',
	]);
});

test('nothing to write, nothing to tell', async () => {
	const change = await changeFor({
		'src/routes/+layout.ts': hiding,
		'src/routes/+layout.server.ts':
			'export const load = async ({ locals }) => ({ session: await locals.auth() });\n',
	});
	expect(change.kind).toBe('skip');
	expect(change.notes).toBeUndefined();
});

test('a layout that reads what another library calls `locals.auth` is left alone', async () => {
	const layout = 'export const load = ({ locals }) => ({ ...clerkProps(locals.auth) });\n';
	expect(await changeFor({ 'src/routes/+layout.server.ts': layout })).toMatchObject({
		kind: 'refuse',
		reason:
			'reads `locals.auth` in line 1 as another library sets it, and sign-in uses that name; take one of the two out',
		snippet: '',
	});
});
