// npm run bench [-- --runs <n>]: CPU time and memory of authgraft beside the Svelte CLI, in one run.
import { bootstrap } from '../scripts/bootstrap.mjs';

await bootstrap();
const { tidily } = await import('../scripts/lib/tidy.ts');
const { bench } = await import('./compare.mjs');
process.exit(
	await tidily('bench', (folder) =>
		bench(folder, process.argv.slice(2)).catch((error) => {
			console.error(`\n${error.message}`);
			return 1;
		}),
	),
);
