import { expect, test } from 'vitest';
import { readHost } from '../../../host/index.ts';
import { kit3, project } from '../../../host/testing.ts';
import type { Change } from '../../../plan/change.ts';
import { defaultStyle } from '../../../syntax/source.ts';
import { Staging } from '../../changes/index.ts';
import { stageEnvModule } from './env-module.ts';

const config = (adapter: string) => `import adapter from '${adapter}';
import { sveltekit } from '@sveltejs/kit/vite';

export default { plugins: [sveltekit({ adapter: adapter() })] };
`;
const declaring = (...names: string[]) => `import { defineEnvVars } from '@sveltejs/kit/env';

export const variables = defineEnvVars({
${names.map((name) => `	${name}: { schema: (value) => value }`).join(',\n')}
});
`;
const variables = [{ name: 'AUTH_SECRET', description: 'Encrypts sessions' }];

async function changeFor(adapter: string, files: Record<string, string> = {}): Promise<Change> {
	const host = await readHost(project(kit3({ 'vite.config.ts': config(adapter), ...files })));
	const staging = new Staging(host);
	stageEnvModule({ host, staging, style: defaultStyle, variables });
	return staging.changes()[0] as Change;
}

test.each(['@sveltejs/adapter-cloudflare', '@sveltejs/adapter-auto'])(
	'%s: what a Worker cannot read undeclared is declared',
	async (adapter) => {
		const change = await changeFor(adapter);
		expect(change).toMatchObject({ kind: 'create', path: 'src/env.ts' });
		expect(change).toHaveProperty('after', expect.stringMatching(/AUTH_SECRET: [\s\S]+AUTH_TRUST_HOST: /));
	},
);

test('a server of Node has it in its process', async () => {
	const change = await changeFor('@sveltejs/adapter-node');
	expect(change).toHaveProperty('after', expect.not.stringContaining('AUTH_TRUST_HOST'));
});

test('it comes with what else has to be written, and is no reason to write', async () => {
	const adapter = '@sveltejs/adapter-cloudflare';
	const added = await changeFor(adapter, { 'src/env.ts': declaring('DATABASE_URL') });
	expect(added).toHaveProperty('after', expect.stringMatching(/AUTH_SECRET: [\s\S]+AUTH_TRUST_HOST: /));
	expect(await changeFor(adapter, { 'src/env.ts': declaring('AUTH_SECRET') })).toMatchObject({
		kind: 'skip',
	});
	const own = await changeFor(adapter, { 'src/env.ts': declaring('AUTH_TRUST_HOST') });
	expect((own as { after: string }).after.match(/AUTH_TRUST_HOST/g)).toHaveLength(1);
});
