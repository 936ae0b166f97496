import { join } from 'node:path';
import { edit } from '../../../scripts/lib/make-host.ts';
import type { Kind } from '../../support/host-under-test.ts';

/**
 * A host that is told where people see it, and that it lies below a path, before authgraft comes. SvelteKit 3 takes both when it is
 * built; SolidStart takes the address from the environment.
 *
 * @param base `''` or `/app`
 * @param origin of those who look at it: `https://app.example.test`
 */
export function belowBase(kind: Kind, base: string, origin: string): Kind {
	if (kind.name !== 'SvelteKit 3') return kind;
	const { setOrigin: _, ...rest } = kind;
	return {
		...rest,
		// The pages of other suites know no base.
		pages: { 'src/routes/+page.svelte': '<h1>Home</h1>\n' },
		async make(folder) {
			await kind.make(folder);
			const paths = `adapter: adapter(),\n\t\t\tpaths: { base: '${base}', origin: '${origin}' }`;
			await edit(join(folder, 'vite.config.ts'), 'adapter: adapter()', paths);
		},
	};
}
