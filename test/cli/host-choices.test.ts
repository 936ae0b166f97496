import { describe, expect, test } from 'vitest';
import { graft } from './support/expect.ts';
import { makeHost } from './support/host.ts';

/* What a flag lets init go on with; without the flag it is turned down, see host-refusals.test.ts. */

describe.concurrent('init goes on', () => {
	test('in the framework that --framework names', async () => {
		const host = makeHost();
		host.edit(
			'package.json',
			'"devDependencies": {',
			'"dependencies": { "@solidjs/start": "^2.0.0" },\n\t"devDependencies": {',
		);
		await graft(host, '--framework', 'sveltekit');
		expect(host.read('src/hooks.server.ts')).toContain("from './auth'");
	});

	test('beside another auth library with --alongside', async () => {
		const host = makeHost();
		host.edit('package.json', '"svelte":', '"better-auth": "^1.7.0",\n\t\t"svelte":');
		await graft(host, '--alongside');
		expect(host.read('package.json')).toContain('"better-auth": "^1.7.0"');
		expect(host.read('src/auth.ts')).toContain('SvelteKitAuth');
	});
});
