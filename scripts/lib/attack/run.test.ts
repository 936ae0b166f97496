import { expect, test } from 'vitest';
import { type AttackResult, disappointment, isForbidden, isRefusal } from './run.ts';
import type { Expectation } from './table.ts';
import type { WireAnswer } from './wire.ts';

const answer = (status: number, body = '', location?: string): WireAnswer => ({
	status,
	body,
	raw: body,
	headers: location === undefined ? [] : [['location', location]],
	end: 'complete',
});
const json = (value: unknown) => answer(200, JSON.stringify(value));

test.each<[string, WireAnswer, boolean, boolean]>([
	['a redirect to the sign-in page', answer(303, '', '/signin?redirectTo=%2F'), true, false],
	['a redirect elsewhere', answer(303, '', '/dashboard'), false, false],
	['a redirect to another site', answer(303, '', 'http://evil.example/signin'), false, false],
	['401', answer(401), true, false],
	['403', answer(403), true, true],
	['404', answer(404), false, false],
	['the redirect of a data request', json({ type: 'redirect', location: '/signin' }), true, false],
	['a data request that goes elsewhere', json({ type: 'redirect', location: '/home' }), false, false],
	['an error of a remote function', json({ type: 'error', error: { status: 401 } }), true, false],
	['the same for want of a role', json({ type: 'error', error: { status: 403 } }), false, true],
	['an error of an enhanced form', json({ type: 'error', status: 403 }), false, true],
	['data', json({ type: 'data', nodes: [] }), false, false],
	['what only looks like JSON', answer(200, '{"type":"redirect"'), false, false],
	['a page', answer(200, '<h1>Hello</h1>'), false, false],
])('%s', (_, given, refused, forbidden) => {
	expect([isRefusal(given), isForbidden(given)]).toEqual([refused, forbidden]);
});

const outcome = (given: WireAnswer, more: Partial<AttackResult> = {}): AttackResult => ({
	request: { method: 'GET', target: '/', headers: [], body: '' },
	answer: given,
	leaks: [],
	ran: [],
	crash: false,
	...more,
});
const closed = answer(303, '', '/signin');
const silence: WireAnswer = { ...answer(0), end: 'timeout' };

test.each<[AttackResult, Expectation, string | undefined]>([
	[outcome(closed), 'closed', undefined],
	[outcome({ ...closed, body: '<p>' }), 'closed', 'a redirect with 3 bytes in it'],
	[outcome(answer(200, 'page')), 'closed', '200, which is no refusal'],
	[outcome(closed, { leaks: ['a'] }), 'closed', 'it told a'],
	[outcome(closed, { leaks: ['a'] }), 'unanswered', 'it told a'],
	[outcome(closed, { leaks: ['a'] }), 'silent', 'it told a'],
	[outcome(closed, { ran: ['a'] }), 'silent', 'behind a closed door it ran a'],
	[outcome(silence, { crash: true }), 'unanswered', 'the server is gone'],
	[outcome(silence), 'unanswered', undefined],
	[outcome(silence), 'closed', 'no answer (timeout)'],
	[outcome(silence), 404, 'no answer (timeout)'],
	[outcome(answer(404)), 404, undefined],
	[outcome(answer(200)), 404, '200 instead of 404'],
	[outcome(answer(200, 'a file of everybody')), 'open', undefined],
	[outcome(answer(200, 'another')), 'open', '200, and nothing of the file'],
	[outcome(answer(200, 'beside')), 'public', undefined],
	[outcome(closed), 'public', '303, and nothing of the page'],
])('%# is what a row expects', (given, expectation, problem) => {
	expect(disappointment(given, expectation, { open: ['file of everybody'], publicText: 'beside' })).toBe(
		problem,
	);
});
