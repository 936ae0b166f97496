// npm run mutation [-- --room <name> --sample <number> --seed <number>]: breaks the code on purpose; do the tests see it?
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { mutation } = await import('./lib/mutation/index.ts');
process.exit(await mutation(process.argv.slice(2)));
