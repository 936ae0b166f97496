import { expect, test } from 'vitest';
import { parsed } from '../../../syntax/tree/nodes.ts';
import { ownRules } from './rules.ts';

const handle = (body: string) => `export async function handle({ event, resolve }) {
	${body}
	return resolve(event);
}
`;
const rulesOf = (text: string) =>
	ownRules(parsed('src/hooks.server.ts', text), 'sveltekit').map(({ covers: _, ...rule }) => rule);
const covered = (text: string, ...paths: string[]) => {
	const rules = ownRules(parsed('src/hooks.server.ts', text), 'sveltekit');
	return paths.filter((path) => rules.some((rule) => rule.covers({ id: path, path })));
};

const refuse = 'return new Response(null, { status: 401 });';

test('the paths of a guard, and what it compares', () => {
	const byPath = handle(`if (event.url.pathname.startsWith('/admin') && !event.locals.user) ${refuse}`);
	expect(rulesOf(byPath)).toEqual([{ paths: ['/admin'], except: [], kind: 'pathname', line: 2 }]);
	expect(covered(byPath, '/admin', '/admin/[id]', '/administrator', '/a', '/[slug]')).toEqual([
		'/admin',
		'/admin/[id]',
		'/administrator',
	]);
	const byRoute = handle(`if (event.route.id === '/admin/[id]' && !event.locals.user) ${refuse}`);
	expect(rulesOf(byRoute)).toEqual([{ paths: ['/admin/[id]'], except: [], kind: 'route id', line: 2 }]);
	expect(covered(byRoute, '/admin/[id]', '/admin/7')).toEqual(['/admin/[id]']);
	const decoded = handle(`if (decodeURI(event.url.pathname) === '/admin' && !event.locals.user) ${refuse}`);
	expect(rulesOf(decoded)).toMatchObject([{ paths: ['/admin'], kind: 'decoded' }]);
});

test('a guard of everything, with and without exceptions', () => {
	const all = handle(`if (!event.locals.user) ${refuse}`);
	expect(rulesOf(all)).toEqual([{ paths: ['/'], except: [], kind: 'anything', line: 2 }]);
	expect(covered(all, '/', '/x/[id]')).toEqual(['/', '/x/[id]']);
	const some = handle(`if (event.url.pathname !== '/login' && !event.locals.user) ${refuse}`);
	expect(rulesOf(some)).toEqual([{ paths: ['/'], except: ['/login'], kind: 'pathname', line: 2 }]);
	expect(covered(some, '/login', '/orders', '/[page]', '/orders/[id]')).toEqual(['/orders', '/orders/[id]']);
});

test('a guard with other conditions covers nothing for certain', () => {
	const posts = handle(`if (event.request.method === 'POST' && !event.locals.user) ${refuse}`);
	expect(rulesOf(posts)).toMatchObject([{ paths: ['/'], kind: 'anything' }]);
	expect(covered(posts, '/admin')).toEqual([]);
	const serving = handle(`if (building) return resolve(event);\n\tif (!event.locals.user) ${refuse}`);
	expect(covered(serving, '/admin')).toEqual(['/admin']);
});

test('what cannot be seen covers nothing', () => {
	const unknown = handle(`if (isProtected(event.url.pathname) && !event.locals.user) ${refuse}`);
	expect(rulesOf(unknown)).toMatchObject([{ paths: [], kind: 'pathname' }]);
	expect(covered(unknown, '/admin')).toEqual([]);
	expect(rulesOf(handle(`if (event.locals.user && event.url.pathname === '/login') ${refuse}`))).toEqual([]);
	expect(rulesOf('')).toEqual([]);
});
