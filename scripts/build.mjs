// npm run build: dist/ with the CLI and the packed runtime.
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { build } = await import('./lib/build/index.ts');
await build().catch((error) => {
	console.error(error.message);
	process.exitCode = 1;
});
