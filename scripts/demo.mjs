// npm run demo [-- --check] [-- --accounts] [-- --framework sveltekit|solid-start]: a real project, grafted and running.
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { demo } = await import('./lib/demo/index.ts');
process.exit(await demo(process.argv.slice(2)));
