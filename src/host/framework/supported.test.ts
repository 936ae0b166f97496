import { expect, test } from 'vitest';
import type { Framework } from '../../framework.ts';
import { failure } from '../testing.ts';
import { nodeWarning, supportedGeneration } from './supported.ts';

const found = (framework: Framework, version: string) =>
	[framework, { version, major: Number(version.split('.')[0]) }] as const;

test('SvelteKit 3 passes, with the facts of its generation', () => {
	expect(supportedGeneration(...found('sveltekit', '3.2.0'))).toMatchObject({
		name: 'SvelteKit 3',
		devPort: 5173,
		privateEnvModule: '$app/env/private',
	});
});

test.each(['2.0.5', '1.3.2', '1.0.11'])('SolidStart %s passes', (version) => {
	expect(supportedGeneration(...found('solid-start', version))).toMatchObject({
		name: `SolidStart ${version[0]}`,
		devPort: 3000,
		authBasePath: '/api/auth',
		baseEnv: `import.meta.env.${version[0] === '1' ? 'SERVER_' : ''}BASE_URL`,
	});
});

test('a beta of SolidStart 1 is told where to go', async () => {
	const { hint } = await failure(() => supportedGeneration(...found('solid-start', '0.7.7')));
	expect(hint).toContain('@solidjs/start ^1.3.0 or ^2.0.0 in package.json');
});

test.each([
	[found('sveltekit', '1.30.4'), 'SvelteKit 1.30.4 (@sveltejs/kit in package.json): too old for authgraft.'],
	[
		found('sveltekit', '4.0.0'),
		'SvelteKit 4.0.0 (@sveltejs/kit in package.json): newer than this version of authgraft knows.',
	],
	[
		found('solid-start', '0.7.7'),
		'SolidStart 0.7.7 (@solidjs/start in package.json): too old for authgraft.',
	],
	[
		found('solid-start', '3.0.0'),
		'SolidStart 3.0.0 (@solidjs/start in package.json): newer than this version of authgraft knows.',
	],
])('%o', async (host, message) => {
	const error = await failure(() => supportedGeneration(...host));
	expect(error).toMatchObject({ code: 'AG_HOST_UNSUPPORTED', exitCode: 1, message });
	expect(error.hint).not.toBe('');
});

test('a Node.js below what the host needs is told, and no other', () => {
	const solidStart = supportedGeneration(...found('solid-start', '2.0.5'));
	expect(nodeWarning(solidStart, '22.23.3')).toBe(
		'SolidStart 2 needs Node.js 24.0.0 or newer to build and run, and this is 22.23.3.',
	);
	for (const running of ['24.0.0', '24.21.0', '26.1.0'])
		expect(nodeWarning(solidStart, running)).toBeUndefined();
	expect(nodeWarning(supportedGeneration(...found('sveltekit', '3.2.0')), '22.23.3')).toBeUndefined();
});
