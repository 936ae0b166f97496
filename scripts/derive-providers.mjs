// Writes src/generators/providers/catalogue.ts and docs/providers.md from the installed @auth/core:
// `node scripts/derive-providers.mjs`. What a module cannot tell stands in src/generators/providers/hand-facts.ts.
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { writeCatalogue } = await import('./lib/catalogue.ts');
await writeCatalogue();
