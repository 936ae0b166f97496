import { describe, expect, test } from 'vitest';
import { isOwnPage } from '../../runtime/src/sveltekit/own-route.ts';
import { kitHost, solidHost } from '../host/routes/testing.ts';
import { readAudit } from './index.ts';

const kitAuth = (pages: string) =>
	`import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';\nexport const { handle } = SvelteKitAuth({ pages: ${pages}, providers: [] });\n`;
const hooks = (...rules: string[]) => `import { protect } from '@authgraft/runtime/sveltekit';
import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from './auth';
export const handle = sequence(authHandle, ${rules.map((rule) => `protect(${rule})`).join(', ')});
`;
const page = 'export default () => null;\n';

/** How the one route of a host is guarded, and what is said about it. */
async function kitAudit(pages: string, rules: string[], folder: string) {
	const audit = readAudit(
		await kitHost({
			'/src/auth.ts': kitAuth(pages),
			'/src/hooks.server.ts': hooks(...rules),
			[`${folder}/+page.svelte`]: '<h1>x</h1>\n',
		}),
	);
	const entry = audit.entries.find(({ id }) => id === `/${folder}`);
	return { guard: entry?.guard, note: audit.notes.find((note) => note.includes('the rule holds')) };
}

describe('a page of the configuration that a rule calls by its name, as the runtime decides', () => {
	test.each<[string, string[], string, 'path rule' | 'public']>([
		["{ error: '/dashboard' }", ["'/dashboard'"], 'dashboard', 'path rule'],
		["{ error: '/dashboard' }", ["'/'", "'/dashboard'"], '(app)/dashboard', 'path rule'],
		["{ error: '/dashboard?x=1' }", ["['/x', '/(app)/dashboard']"], '(app)/dashboard', 'path rule'],
		["{ verifyRequest: '/dashboard' }", ["'/[[lang]]/dashboard'"], '[[lang]]/dashboard', 'path rule'],
		["{ error: '/de/dashboard' }", ["'/dashboard'"], '[[lang]]/dashboard', 'path rule'],
		["{ signIn: '/dashboard' }", ["'/dashboard', { signInPage: '/dashboard' }"], 'dashboard', 'public'],
		["{ error: '/dashboard' }", ["'/dashboard', { except: '/dashboard' }"], 'dashboard', 'public'],
		["{ signIn: '/dashboard/signin' }", ["'/dashboard'"], 'dashboard/signin', 'public'],
		["{ signIn: '/signin' }", ["'/'", "'/(app)'"], '(app)/signin', 'public'],
		["{ signIn: '/' }", ["'/(app)'"], '(app)', 'public'],
	])('SvelteKit: %s, %j, %s: %s', async (pages, rules, folder, guard) => {
		expect((await kitAudit(pages, rules, folder)).guard).toBe(guard);

		const id = `/${folder}`;
		const asked = /'(\/[^'?]*)/.exec(pages)?.[1] ?? '';
		const core = { providers: [], pages: { signIn: asked } };
		const settings = { core, base: '', basePath: '/auth', origin: 'http://localhost' };
		const isOpen = rules.map((rule) => {
			const [paths, own, except] = [rule.split(', {')[0] ?? '', /signInPage: '(.*?)'/, /except: '(.*?)'/];
			const patterns = [...paths.matchAll(/'(.*?)'/g)].map(([, path = '']) => path);
			return isOwnPage(id, asked, settings, own.exec(rule)?.[1], patterns) || except.test(rule);
		});
		expect(isOpen.every(Boolean) ? 'public' : 'path rule').toBe(guard);
	});

	test('what to do is said', async () => {
		const { note } = await kitAudit("{ error: '/dashboard' }", ["'/dashboard'"], 'dashboard');
		expect(note).toMatch(
			/^src\/hooks\.server\.ts:4 guards \/dashboard, and the pages of src\/auth\.ts name it, .* Give `pages` another page, or, .*`signInPage: '\/dashboard'`\.$/,
		);
		const { note: none } = await kitAudit("{ error: '/signin' }", ["'/'"], 'signin');
		expect(none).toBeUndefined();
	});

	test.each<[string, string, string, string]>([
		["{ signIn: '/signin', error: '/dashboard' }", "'/dashboard'", 'dashboard.tsx', 'path rule'],
		["{ signIn: '/signin', error: '/Dashboard' }", "'/dashboard'", 'dashboard.tsx', 'path rule'],
		["{ signIn: '/signin' }", "'/'", 'signin.tsx', 'public'],
	])('SolidStart: %s, %s, %s: %s', async (pages, rule, file, guard) => {
		const { entries } = readAudit(
			await solidHost({
				'/vite.config.ts':
					"import { solidStart } from '@solidjs/start/config';\nimport { defineConfig } from 'vite';\nexport default defineConfig({ plugins: [solidStart({ middleware: './src/middleware.ts' })] });\n",
				'/src/auth.ts': `import type { SolidAuthConfig } from '@authgraft/runtime/solid-start';\nexport const authConfig: SolidAuthConfig = { pages: ${pages}, providers: [] };\n`,
				'/src/middleware.ts': `import { authMiddleware, protect } from '@authgraft/runtime/solid-start';
import { createMiddleware } from '@solidjs/start/middleware';
import { authConfig } from './auth';
export default createMiddleware({ onRequest: [authMiddleware(authConfig), protect(${rule})] });
`,
				[file]: page,
			}),
		);
		expect(entries.map((entry) => entry.guard)).toEqual([guard]);
	});
});

describe('rules that are about no route', () => {
	const notes = async (rule: string, files: Record<string, string> = {}) =>
		readAudit(
			await kitHost({
				'/src/auth.ts': kitAuth("{ signIn: '/signin' }"),
				'/src/hooks.server.ts': hooks(rule),
				'(app)/dashboard/+page.svelte': '<h1>x</h1>\n',
				'[...404]/+page.svelte': '<h1>none</h1>\n',
				...files,
			}),
		).notes.filter((note) => note.includes('no route is called so'));

	test.each([
		["'/Dashboard'", 'src/hooks.server.ts:4 guards /Dashboard, and no route is called so or lies below it.'],
		["['/dashboard', '/dashbord']", 'guards /dashbord, and no route'],
	])('%s: named with the route that is near', async (rule, words) => {
		const [note, ...more] = await notes(rule);
		expect(more).toEqual([]);
		expect(note).toContain(words);
		expect(note).toMatch(/ Did you mean \/dashboard\?$/);
	});

	test.each(["'/dashboard'", "'/'", "'/(app)'", '[], { remoteFunctions: "deny" }', 'paths'])(
		'%s: nothing is said',
		async (rule) => {
			expect(await notes(rule)).toEqual([]);
		},
	);

	test('a route for any path may be what is meant', async () => {
		expect(await notes("'/team'", { '[...path]/+page.svelte': '<h1>x</h1>\n' })).toEqual([]);
	});
});
