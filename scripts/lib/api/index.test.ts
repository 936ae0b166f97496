import { expect, test } from 'vitest';
import { apiText, readRuntime, writtenApi } from './index.ts';

test('docs/api.md is the public surface of the runtime', async () => {
	expect(writtenApi(), 'The public surface has changed: look at it, and run `npm run api`').toBe(
		await apiText(readRuntime()),
	);
});
