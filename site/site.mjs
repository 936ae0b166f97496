// npm run site: builds the documentation site into site/dist. `npm run site -- --serve` shows it afterwards.
import { bootstrap } from '../scripts/bootstrap.mjs';

await bootstrap();
const { buildSite, serveSite } = await import('../scripts/lib/site/index.ts');
const code = await buildSite();
if (code !== 0 || !process.argv.includes('--serve')) process.exit(code);
const { origin } = await serveSite(4321);
console.log(`\n${origin}`);
