// npm run corpus -- <folder of checkouts>: every command on a copy of each project, and a table of what came of it.
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { corpus } = await import('./lib/corpus/index.ts');
process.exit(await corpus(process.argv.slice(2)));
