// npm run release:dry [-- --manager npm]: both packages as published, from a registry of this machine, up to a person who signs in.
import { bootstrap } from '../bootstrap.mjs';

await bootstrap();
const { releaseDry } = await import('../lib/release/index.ts');
process.exit(await releaseDry(process.argv.slice(2)));
