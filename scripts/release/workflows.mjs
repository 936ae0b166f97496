// npm run workflows [-- <workflow> [<job>]]: the steps of .github/workflows, run here as far as one machine can.
import { bootstrap } from '../bootstrap.mjs';

await bootstrap();
const { workflows } = await import('../lib/workflows/index.ts');
process.exit(await workflows(process.argv.slice(2)));
