// npm run world [-- --trees 200]: generated hosts, guarded by the command, attacked, and compared with `routes`.
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { worldCommand } = await import('./lib/world/index.ts');
process.exit(await worldCommand(process.argv.slice(2)));
