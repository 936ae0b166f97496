import { expect, test } from 'vitest';
import { readHost } from '../../../host/index.ts';
import { openSources } from '../../../host/routes/index.ts';
import { manifest, project, solidConfig } from '../../../host/testing.ts';
import type { Change } from '../../../plan/change.ts';
import type { InitAnswers } from '../../context.ts';
import { planPart } from '../parts.ts';

const config = `import type { SolidAuthConfig } from '@authgraft/runtime/solid-start';

export const authConfig: SolidAuthConfig = { providers: [] };
`;
const own = `import { authMiddleware } from '@authgraft/runtime/solid-start';
import { authConfig } from '../auth';

export const signedIn = authMiddleware(authConfig);
export const all = [signedIn, (event) => console.log(event.request.url)];
`;
const middleware = (imported: string, onRequest: string): string =>
	`import { createMiddleware } from '@solidjs/start/middleware';\n${imported}\n\nexport default createMiddleware({ onRequest: ${onRequest} });\n`;

async function middlewareOf(
	files: Record<string, string>,
	protect: string[] = [],
): Promise<Change | undefined> {
	const dependencies = {
		...{ '@solidjs/start': '^2.0.5', '@solidjs/router': '1.0.0', 'solid-js': '^1.9.0', vite: '^8.0.0' },
		'@authgraft/runtime': '^0.1.0',
	};
	const host = await readHost(
		project({
			...{
				'package.json': manifest(dependencies),
				'vite.config.ts': solidConfig("solidStart({ middleware: './src/middleware.ts' })"),
			},
			'src/app.tsx': 'export default function App() { return null; }\n',
			'src/auth.ts': config,
			...files,
		}),
	);
	const answers = { providers: [], providersNamed: false, protect, basePath: undefined, pages: {} };
	return planPart(openSources(host), 'middleware', answers as unknown as InitAnswers)[0];
}

test.each([
	["import { all } from '~/lib/chain';", 'all'],
	["import { all } from './lib/chain';", '[...all, (event) => console.log(event)]'],
	["import { signedIn } from '~/lib/chain';", 'signedIn'],
	["import { signedIn as first } from './lib/chain';", '[first, (event) => console.log(event)]'],
])('middleware that another file makes is seen, and no second one is put in: %s %s', async (...how) => {
	expect(
		await middlewareOf({ 'src/middleware.ts': middleware(...how), 'src/lib/chain.ts': own }),
	).toMatchObject({
		path: 'src/middleware.ts',
		kind: 'skip',
		reason: 'src/lib/chain.ts:4 runs sign-in already',
	});
});

test('a guard belongs behind it, where init does not edit', async () => {
	const files = {
		'src/middleware.ts': middleware("import { all } from '~/lib/chain';", 'all'),
		'src/lib/chain.ts': own,
	};
	expect(await middlewareOf(files, ['/account'])).toMatchObject({
		kind: 'refuse',
		reason: 'runs sign-in by way of src/lib/chain.ts:4; put the guard behind it there',
		snippet: "protect(['/account'])",
	});
});

test('a file from which nothing of sign-in is taken is no such file', async () => {
	const files = {
		'src/middleware.ts': middleware("import { log } from '~/lib/log';", '[log]'),
		'src/lib/log.ts': 'export const log = (event) => console.log(event.request.url);\n',
		'src/lib/chain.ts': own,
	};
	const change = await middlewareOf(files);
	expect(change).toMatchObject({ kind: 'modify' });
	expect(change && 'after' in change && change.after).toContain(
		'onRequest: [authMiddleware(authConfig), log]',
	);
});

test('middleware that runs it itself is read as before', async () => {
	const imports =
		"import { authMiddleware } from '@authgraft/runtime/solid-start';\nimport { authConfig } from './auth';\nimport { log } from '~/lib/log';";
	const files = {
		'src/middleware.ts': middleware(imports, '[authMiddleware(authConfig), log]'),
		'src/lib/log.ts': 'export const log = (event) => console.log(event.request.url);\n',
	};
	expect(await middlewareOf(files)).toMatchObject({
		kind: 'skip',
		reason: expect.not.stringContaining('runs sign-in'),
	});
	expect(await middlewareOf(files, ['/account'])).toMatchObject({ kind: 'modify' });
});
