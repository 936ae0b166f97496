// npm test: from a fresh clone to "N passed, M failed".
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { test } = await import('./lib/test/index.ts');
process.exit(await test(process.argv.slice(2)));
