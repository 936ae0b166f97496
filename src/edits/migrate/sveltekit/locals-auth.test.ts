import { expect, test } from 'vitest';
import { ownLocalsAuth } from './locals-auth.ts';

const text =
	'sets `locals.auth` itself: it still counts instead of the session, and must promise a session or null.';

test.each([
	['an assignment', 'export const handle = ({ event, resolve }) => {\n\tevent.locals.auth = fake;\n};\n', 2],
	['one that keeps what is there', 'event.locals["auth"] ??= async () => null;\n', 1],
	['Object.assign', '\n\nObject.assign(event.locals, { auth: fake });\n', 3],
	['a new object', 'event.locals = { ...event.locals, auth };\n', 1],
])('%s is told', (_, code, line) => {
	expect(ownLocalsAuth('hooks.server.js', code)).toEqual([{ code: 'locals-auth', line, text }]);
});

test.each([
	['a read', 'const session = await event.locals.auth();'],
	['a property of another name', 'event.locals.user = await event.locals.auth();'],
	['another object', 'api.auth = token;'],
	['a file that does not parse', 'event.locals.auth ='],
])('%s is not', (_, code) => {
	expect(ownLocalsAuth('hooks.server.js', code)).toEqual([]);
});

test('a test may put there what it likes', () => {
	expect(ownLocalsAuth('src/routes/page.server.test.ts', 'event.locals.auth = fake;')).toEqual([]);
});
