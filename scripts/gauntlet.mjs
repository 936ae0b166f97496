// npm run gauntlet [-- <part of a name>]: the built command over every host fixture, one line each.
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { gauntlet } = await import('./lib/gauntlet.ts');
process.exit(await gauntlet(process.argv.slice(2)));
