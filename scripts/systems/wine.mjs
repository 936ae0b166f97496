// npm run test:wine [-- sveltekit3]: the built command with Node for Windows, under Wine, beside the same on Linux.
import { bootstrap } from '../bootstrap.mjs';

await bootstrap();
const { wine } = await import('../lib/wine.ts');
process.exit(await wine(process.argv.slice(2)));
