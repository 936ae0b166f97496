import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The worker as one module, with what a bundler for workerd takes of each package. */
export async function bundleWorker(): Promise<string> {
	const build = await rolldown({
		input: join(import.meta.dirname, 'worker.ts'),
		platform: 'neutral',
		resolve: { conditionNames: ['workerd', 'worker', 'import', 'default'], mainFields: ['module', 'main'] },
		// SvelteKit asks for it by a dynamic import, and does without.
		external: ['node:async_hooks'],
		checks: { bundlerTimings: false },
	});
	const { output } = await build.generate({ format: 'esm', codeSplitting: false, minify: true });
	await build.close();
	return output[0].code;
}
