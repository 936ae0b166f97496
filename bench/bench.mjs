// npm run bench [-- --runs <n>]: CPU time and memory of authgraft beside the Svelte CLI, in one run.
// npm run bench -- session [--runs <n>]: CPU time of reading a session beside @auth/sveltekit and the core.
import { bootstrap } from '../scripts/bootstrap.mjs';

await bootstrap();
const { tidily } = await import('../scripts/lib/tidy.ts');
const [first, ...rest] = process.argv.slice(2);
const session = first === 'session';
const { bench } = await import(session ? './session/compare.mjs' : './compare.mjs');
process.exit(
	await tidily('bench', (folder) =>
		bench(folder, session ? rest : process.argv.slice(2)).catch((error) => {
			console.error(`\n${error.message}`);
			return 1;
		}),
	),
);
