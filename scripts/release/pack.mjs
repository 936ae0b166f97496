// npm run release:pack: both packages as they are published, in dist/release/.
import { bootstrap } from '../bootstrap.mjs';

await bootstrap();
const { releasePack } = await import('../lib/release/index.ts');
process.exit(await releasePack());
