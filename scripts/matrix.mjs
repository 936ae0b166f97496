// npm run matrix [-- --only pnpm]: a real install of every host, with every package manager, in every layout.
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { matrixCommand } = await import('./lib/matrix/index.ts');
process.exit(await matrixCommand(process.argv.slice(2)));
