import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Route } from '../../../host/routes/route.ts';
import { parsed } from '../../../syntax/tree/nodes.ts';
import type { Finding } from '../finding.ts';
import { route } from '../testing.ts';
import type { HookContext } from './hook-context.ts';
import { hookFindings } from './hooks.ts';

/**
 * Every file in `test/fixtures/findings/{hooks,middleware}` is a test. `// ! code /path` at the end of a line says what is
 * found there, `code(likely)` what may be meant; files whose names begin with `none-` have no such line. `// host:` says what the host is like.
 */
const root = join(import.meta.dirname, '../../../../test/fixtures/findings');

const pages: Route[] = [
	...['/', '/login', '/login-history', '/account', '/admin', '/admin/users', '/dashboard'].map((path) =>
		route(path),
	),
	route('/settings', { id: '/(app)/settings' }),
	route('/api/health', { page: undefined, endpoint: 'src/routes/api/health/+server.ts', methods: ['GET'] }),
];

function contextOf(text: string, framework: HookContext['framework']): HookContext {
	const said = /^\/\/ host: (.*)/.exec(text)?.[1]?.split(' ') ?? [];
	const value = (name: string) => said.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
	return {
		framework,
		version: value('version') ?? '3.2.0',
		base: value('base') ?? '',
		routes: pages,
		reroute: said.includes('reroute'),
		adapter: value('adapter') ?? '@sveltejs/adapter-node',
		remote: value('remote')?.split(',') ?? [],
	};
}

/** `3 pathname-check`, with the paths where the marker names some. */
function expected(text: string): { at: string; routes: string | undefined }[] {
	return text.split('\n').flatMap((line, index) => {
		const words = / \/\/ ! (.*)$/.exec(line)?.[1]?.split(' ') ?? [];
		const paths = words.filter((word) => word.startsWith('/'));
		return words
			.filter((word) => !word.startsWith('/'))
			.map((code) => ({
				at: `${index + 1} ${code}`,
				routes: paths.length > 0 ? paths.join(' ') : undefined,
			}));
	});
}

const at = ({ line, code, likely }: Finding) => `${line} ${code}${likely ? '(likely)' : ''}`;

for (const [folder, framework] of [['hooks', 'sveltekit'] as const, ['middleware', 'solid-start'] as const])
	describe(folder, () => {
		for (const name of readdirSync(join(root, folder)))
			test(name, () => {
				const text = readFileSync(join(root, folder, name), 'utf8');
				const found = hookFindings(parsed(`src/${name}`, text), contextOf(text, framework));
				const wanted = expected(text);
				expect(wanted.length === 0).toBe(name.startsWith('none-'));
				expect(found.map(at)).toEqual(wanted.map((one) => one.at));
				for (const { at: place, routes } of wanted)
					if (routes !== undefined)
						expect(found.find((one) => at(one) === place)?.routes?.join(' ')).toBe(routes);
				for (const { message, fix } of found) {
					expect(message).toMatch(/^[A-Z`].*\.$/s);
					expect(fix).not.toBe('');
				}
			});
	});

test('says what is wrong with an address to try, and what to do', () => {
	const text = `import { redirect } from '@sveltejs/kit';
const closed = ['/shop/admin', '/shop/dashboard'];
export async function handle({ event, resolve }) {
	if (closed.some((path) => event.url.pathname.startsWith(path)) && !event.locals.user) redirect(303, '/login');
	return resolve(event);
}
`;
	const [first, second] = hookFindings(parsed('src/hooks.server.ts', text), {
		...contextOf('// host: base=/shop reroute', 'sveltekit'),
	});
	expect(first).toEqual({
		code: 'pathname-check',
		file: 'src/hooks.server.ts',
		line: 4,
		routes: ['/admin', '/admin/users', '/dashboard'],
		message:
			'A guard for /admin and /dashboard goes by the pathname of the URL, which stays percent-encoded while routes are matched decoded: GET /shop/%61dmin gets past it, and so does every path that `reroute` in the shared hooks sends elsewhere.',
		fix: 'Compare event.route.id without its groups, or let a rule do that: authgraft protect-route /admin /dashboard',
	});
	expect(second?.message).toBe(
		'What is thrown here inside of `handle` is caught by nobody when the address cannot be decoded: one GET /shop/admin% ends a server of adapter-node.',
	);
});
