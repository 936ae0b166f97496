import { expect, test } from 'vitest';
import { quietLogger } from './fixtures.test.helper.js';
import { coreLogger } from './log.js';

test('what the core hands to debug keeps its shape and loses its values, at any depth and under any name', () => {
	const logger = quietLogger();
	const secret = { provider: { type: { error: { scope: { action: { method: { error: 'hunter2' } } } } } } };
	coreLogger(logger, 'jwt').debug('a message', {
		method: 'POST',
		password: 'hunter2',
		list: ['hunter2'],
		secret,
	});
	const [[message, shown]] = logger.debug.mock.calls as [[string, object]];
	expect(message).toBe('a message');
	expect(shown).toMatchObject({ method: 'POST', password: '[string]', list: ['[string]'] });
	expect(JSON.stringify(shown)).not.toContain('hunter2');
});
