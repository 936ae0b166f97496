// npm run api: writes docs/api.md, the public surface of @authgraft/runtime, anew. `npm test` compares it.
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { writeApi } = await import('./lib/api/index.ts');
await writeApi();
