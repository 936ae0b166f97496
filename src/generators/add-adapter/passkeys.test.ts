import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AuthModule } from '../../audit/auth-module/index.ts';
import type { Host } from '../../host/host.ts';
import { readHost } from '../../host/index.ts';
import { lacksPasskeys } from './passkeys.ts';

const module: AuthModule = {
	...{ file: 'src/auth.ts', handles: ['handle'], importName: () => './auth' },
	...{ config: 'src/auth.ts', list: 'src/auth.ts', listName: undefined, ours: true, listed: [] },
	facts: { adapter: 'there', strategy: undefined, basePath: undefined, pages: {} },
	configName: undefined,
};

async function hostWith(auth: string): Promise<Host> {
	const host = await readHost(
		fileURLToPath(new URL('../../../test/fixtures/hosts/sveltekit3', import.meta.url)),
	);
	return Object.create(host, {
		read: { value: (path: string) => (path === 'src/auth.ts' ? auth : host.read(path)) },
	});
}

const config = (imports: string, adapter: string) =>
	`import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';
${imports}
export const { handle } = SvelteKitAuth({ ${adapter} providers: [] });
`;

test.each([
	["import PostgresAdapter from '@auth/pg-adapter';", 'adapter: PostgresAdapter(pool),', '@auth/pg-adapter'],
	["import { D1Adapter } from '@auth/d1-adapter';", 'adapter: D1Adapter(db),', '@auth/d1-adapter'],
	["import { DrizzleAdapter } from '@auth/drizzle-adapter';", 'adapter: DrizzleAdapter(db),', undefined],
	['', '', undefined],
])('%s', async (imports, adapter, expected) => {
	expect(lacksPasskeys(await hostWith(config(imports, adapter)), module)).toBe(expected);
});
