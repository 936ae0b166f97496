import { expect, test } from 'vitest';
import { conditionFault } from './condition.ts';

test.each([
	"session.user.role === 'admin'",
	"session.user.email?.endsWith('@example.com')",
	"session.user.roles.includes('a') || event.params.id === session.user.id",
	'isMember(session.user.id)',
	'({ ok: true }).ok && session',
	'event.url.searchParams.has("key")',
])('%s can stand in a guard', (text) => {
	expect(conditionFault(text)).toBeUndefined();
});

test.each([
	['', 'it does not parse'],
	['session.user.role = "admin"', 'it assigns a value; compare with ==='],
	['(session.user.role ||= "admin")', 'it assigns a value; compare with ==='],
	['true', 'it looks at neither session nor event, so it is the same for everybody'],
	['user.session', 'it looks at neither session nor event, so it is the same for everybody'],
	['session; other()', 'it is more than one expression'],
	['session, true', 'it does not parse'],
	['await isMember(session)', 'it awaits; leave `await` away, a promise is waited for'],
	['session) || (true', 'it does not parse'],
	['{ return session }', 'it is not an expression alone'],
	['session // always', 'it is not an expression alone'],
	['session /* always */', 'it is not an expression alone'],
	['session => true', 'it is a function; write what it returns'],
	['session => {}', 'it is a function; write what it returns'],
])('%j cannot: %s', (text, fault) => {
	expect(conditionFault(text)).toBe(fault);
});
