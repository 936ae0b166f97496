import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { parsed, within } from '../../../syntax/tree/nodes.ts';
import { asksEnvironment } from './variables.ts';

const imports = `import { env, env as running } from '$env/dynamic/private';
import { PREVIEW, PREVIEW as isPreview } from '$env/static/private';
import * as declared from '$app/env/private';
import { PUBLIC_WALL } from '$app/env/public';
import proc, { env as ofNode } from 'node:process';
import { env as own, PREVIEW as ownPreview } from './places';
const { STAGE } = running;
const stage = process.env.STAGE;
let changing = env.STAGE;
`;

/** The condition of the one `if` in it. */
function conditionOf(text: string, before = ''): ts.Node {
	const { ast } = parsed(
		'src/hooks.server.ts',
		`${imports}${before}\nexport async function handle({ event, event: { platform }, resolve }) {\n\tif (${text}) return;\n}\n`,
	);
	const found = within(ast).find(ts.isIfStatement);
	if (!found) throw new Error(text);
	return found.expression;
}

test.each([
	"env.PREVIEW === '1'",
	"running['PREVIEW'] != 'no'",
	'env.PREVIEW',
	'PREVIEW',
	"'1' === isPreview",
	'declared.PREVIEW',
	"PUBLIC_WALL === 'on'",
	"process.env.VERCEL_ENV !== 'production'",
	"proc.env.VERCEL_ENV === 'preview'",
	'ofNode.PREVIEW === undefined',
	'import.meta.env.VITE_WALL',
	"import.meta.env.MODE === 'staging'",
	"event.platform?.env?.STAGE === 'preview'",
	'platform.env.PREVIEW',
	'STAGE',
	"stage === 'preview'",
	"(env.PREVIEW as string)! === '1'",
])('a variable alone decides: %s', (text) => {
	expect(asksEnvironment(conditionOf(text))).toBe(true);
});

test.each([
	"own.PREVIEW === '1'",
	'ownPreview',
	"changing === 'preview'",
	"event.cookies.get('token') !== env.TOKEN",
	'event.locals.who === stage',
	'await lookUp(env.KEY)',
	'import.meta.env.PROD',
	'env',
	'event.locals.env.PREVIEW',
	"env.PREVIEW > '1'",
	'roles[env.STAGE]',
])('something else decides, too: %s', (text) => {
	expect(asksEnvironment(conditionOf(text))).toBe(false);
});

test('what an application calls so itself is no environment', () => {
	for (const before of ["const process = { env: { PREVIEW: '1' } };", "import process from './process';"])
		expect(asksEnvironment(conditionOf('process.env.PREVIEW', before))).toBe(false);
	expect(asksEnvironment(conditionOf('process.env.PREVIEW'))).toBe(true);
});
