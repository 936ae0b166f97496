import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import type { Host } from '../../../host/host.ts';
import { generation } from '../../../host/testing.ts';
import type { Change } from '../../../plan/change.ts';
import { findProviders } from '../../providers/index.ts';
import { stageAuthModule } from '../auth-module.ts';
import { stageCatchAll } from './catch-all.ts';
import { stageMiddleware } from './middleware.ts';
import { stagePages, stageSession } from './routes.ts';
import { changeOf, changesOf, contextOf } from './testing.ts';

/** What a created file holds. */
const textsOf = (changes: Change[]): Record<string, string> =>
	Object.fromEntries(
		changes.flatMap((change) => (change.kind === 'create' ? [[change.path, change.after]] : [])),
	);
/** Errors of the compiler in a JavaScript file: types are among them. */
const typeSyntaxIn = (path: string, text: string) =>
	ts
		.transpileModule(text, {
			fileName: path,
			reportDiagnostics: true,
			compilerOptions: { allowJs: true, jsx: 1 },
		})
		.diagnostics?.map(({ messageText }) => messageText);

describe('in JavaScript', () => {
	const js = { language: 'js', configFile: 'vite.config.js' } as const;
	const changesIn = (more: Partial<Host>) => {
		const context = contextOf({}, { ...js, ...more });
		context.answers.providers = findProviders(['keycloak', 'credentials', 'development']);
		context.answers.protect = ['/dashboard'];
		const stages = [stageAuthModule, stageSession, stagePages, stageCatchAll, stageMiddleware];
		return changesOf(stages, context);
	};

	test.each([true, false])('no file holds a type, with JSDoc %s', (jsdoc) => {
		const texts = textsOf(changesIn({ jsdoc }));
		expect(Object.keys(texts)).toEqual([
			'src/auth.js',
			'src/session.js',
			'src/routes/signin.jsx',
			'src/routes/signout.jsx',
			'src/routes/api/auth/[...solidauth].js',
			'src/middleware.js',
		]);
		for (const [path, text] of Object.entries(texts)) expect(typeSyntaxIn(path, text), path).toEqual([]);
		expect(Object.values(texts).join('\n').includes('@type')).toBe(jsdoc);
	});

	test('the check itself finds a type', () => {
		expect(typeSyntaxIn('a.js', 'export const x: string = 1;')).toEqual([
			'Type annotations can only be used in TypeScript files.',
		]);
	});

	test.each(['credentials', 'keycloak'])(
		'its own auth module is known again without an import of the runtime: %s',
		(id) => {
			const providers = findProviders([id]);
			const context = contextOf({}, js);
			context.answers.providers = providers;
			const { after = '' } = changeOf(stageAuthModule, context) as { after?: string };
			expect(after).not.toContain('@authgraft');
			const again = contextOf({ 'src/auth.js': after }, js);
			again.answers.providers = providers;
			expect(changeOf(stageAuthModule, again)).toMatchObject({ kind: 'skip', path: 'src/auth.js' });
		},
	);

	test.each([
		"import { auth } from './other';\nexport const authConfig = auth;\n",
		"import GitHub from '@auth/core/providers/github';\nexport const options = [GitHub];\n",
	])('an auth module of the host is left to it: %j', (text) => {
		expect(changeOf(stageAuthModule, contextOf({ 'src/auth.js': text }, js))).toMatchObject({
			kind: 'refuse',
		});
	});
});

describe('S11: query or cache', () => {
	const pages = (router: string | undefined) => {
		const context = contextOf({}, { router });
		return Object.values(textsOf(changesOf([stageSession, stagePages], context))).join('\n');
	};

	test.each(['0.14.10', '0.13.6'])('the router %s calls it cache', (version) => {
		const text = pages(version);
		expect(text).toContain("import { cache } from '@solidjs/router'");
		expect(text).toContain("import { cache, createAsync, useSearchParams } from '@solidjs/router'");
		expect(text).toContain('getSession = cache(async');
		expect(text).not.toMatch(/\bquery\(/);
	});

	test.each(['0.15.0', '1.0.0', undefined])('the router %s calls it query', (version) => {
		const text = pages(version);
		expect(text).toContain("import { createAsync, query, useSearchParams } from '@solidjs/router'");
		expect(text).not.toMatch(/\bcache\b/);
	});
});

describe('the base path of the auth module', () => {
	test.each([
		[1, '/app', 'base: import.meta.env.SERVER_BASE_URL,'],
		[2, '/app', 'base: import.meta.env.BASE_URL,'],
		// It may get one later, or only when it is built.
		[1, '', 'base: import.meta.env.SERVER_BASE_URL,'],
		[2, '', 'base: import.meta.env.BASE_URL,'],
	])('SolidStart %i under %j: %s', (major, base, line) => {
		const [text = ''] = Object.values(
			textsOf(
				changesOf([stageAuthModule], contextOf({}, { generation: generation('solid-start', major), base })),
			),
		);
		expect(/^\s*base: .*$/m.exec(text)?.[0].trim()).toBe(line);
	});
});
