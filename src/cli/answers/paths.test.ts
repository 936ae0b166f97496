import { describe, expect, test } from 'vitest';
import { AuthgraftError } from '../../errors.ts';
import { guardedPattern, urlPath } from './paths.ts';

const place = { basePath: '/auth', pages: ['/signin', '/signout', '/login'] };

const answer = (value: string, framework: 'sveltekit' | 'solid-start' = 'sveltekit'): string => {
	try {
		return guardedPattern('protect-route', value, { ...place, framework });
	} catch (error) {
		if (!(error instanceof AuthgraftError)) throw error;
		expect([error.code, error.exitCode]).toEqual(['AG_PATH_INVALID', 2]);
		return `${error.message} | ${error.hint}`;
	}
};

describe('a pattern that passes', () => {
	test.each([
		['/', '/'],
		['/dashboard', '/dashboard'],
		['/dashboard/', '/dashboard'],
		['/Dashboard', '/Dashboard'],
		['/a-b.c_d~e', '/a-b.c_d~e'],
		['/über/日本', '/über/日本'],
		['/\u{1F600}', '/\u{1F600}'],
		['/blog/[slug]', '/blog/[slug]'],
		['/signing', '/signing'],
		['/authors', '/authors'],
	])('%s', (value, pattern) => {
		expect(answer(value)).toBe(pattern);
		expect(answer(value, 'solid-start')).toBe(pattern);
	});

	test.each(['/(app)', '/(app)/x', '/[[lang]]/about', '/docs/[...rest]', '/[id=int]', '/[a]-[b]'])(
		'%s on SvelteKit alone',
		(value) => {
			expect(answer(value)).toBe(value);
			expect(answer(value, 'solid-start')).toContain('write the path as people see it');
		},
	);
});

describe('a pattern that is refused says what to write', () => {
	test.each([
		['', 'starts with "/"', undefined],
		['dashboard', 'starts with "/"', '/dashboard'],
		['./dashboard', 'starts with "/"', '/dashboard'],
		['\\dashboard', 'starts with "/"', '/dashboard'],
		['/dash\\board', 'not a path', '/dash/board'],
		['C:/Program Files/Git/dashboard', 'Git Bash', '/dashboard'],
		['C:\\dashboard', 'Windows path', '/dashboard'],
		['https://example.com/dashboard', 'whole URL', '/dashboard'],
		['/dashboard?tab=1', 'no query', '/dashboard'],
		['/dashboard#top', 'no fragment', '/dashboard'],
		['/^\\/admin/', 'regular expression', '/admin'],
		['/admin/.*', 'regular expression', '/admin'],
		['/admin/*', 'covers all below', '/admin'],
		['/admin/**', 'covers all below', '/admin'],
		['/**', 'covers all below', '/'],
		['/a/**/b', '[name] stands for one segment', undefined],
		['/a/../b', 'not a path', '/b'],
		['/a//b', 'not a path', '/a/b'],
		['/%64ashboard', 'percent-encoded', '/dashboard'],
		['/%zz', 'percent-encoded', undefined],
		["/dash'board", 'not a path', undefined],
		['/dash"board', 'not a path', undefined],
		['/dash`board', 'not a path', undefined],
		['/dash board', 'not a path', undefined],
		['/dash\nboard', 'not a path', undefined],
		['/a\u202eb', 'not a path', undefined],
		['/a\u2028b', 'not a path', undefined],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would have taken it for a variable.
		['/${x}', 'not a path', undefined],
		['/[id', 'no segment of a route', undefined],
		['/(app', 'no segment of a route', undefined],
	] as [string, string, string | undefined][])('%j', (value, says, write) => {
		const said = answer(value);
		expect(said).toContain(says);
		expect(said).not.toMatch(/\p{C}/u);
		expect(said).toContain(write ? `| Write protect-route ${write}` : '| Use plain segments');
		expect(said.includes(`Write protect-route ${write}.`) || said.endsWith(write ?? '/dashboard')).toBe(true);
	});

	test.each(['/signin', '/signin/help', '/signout', '/auth', '/auth/session', '/login', '/(app)/login'])(
		'%s has to stay open',
		(value) => {
			expect(answer(value)).toContain('nobody could sign in any more');
		},
	);

	test('SolidStart takes upper and lower case for the same, and gets the path without its files', () => {
		expect(answer('/LOGIN', 'solid-start')).toContain('/login has to stay open');
		expect(answer('/LOGIN')).toBe('/LOGIN');
		expect(answer('/(app)/x', 'solid-start')).toContain('Write protect-route /x');
		expect(answer('/docs/[...rest]', 'solid-start')).toContain('Write protect-route /docs');
		expect(answer('/a/[id=int]', 'solid-start')).toContain('Write protect-route /a/[id]');
	});

	test('/signin is a path like others where the pages lie elsewhere', () => {
		const moved = { framework: 'sveltekit', basePath: '/auth', pages: ['/login', '/logout'] } as const;
		expect(guardedPattern('--protect', '/signin', moved)).toBe('/signin');
	});

	test('an exception may be the sign-in page', () => {
		const open = { framework: 'sveltekit', basePath: '', pages: [] } as const;
		expect(guardedPattern('--except', '/signin', open)).toBe('/signin');
	});
});

test.each(['/aux', '/shop/CON', '/nul.x', '/shop.'])(
	'a page at %s cannot be checked out on Windows',
	(value) => {
		expect(() => urlPath('--sign-in-page', value)).toThrow(/Windows has no file of the name/);
	},
);
