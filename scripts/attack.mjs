// npm run attack -- --url <base> --path </dashboard> --secret <text>: every known way past a guard, against your host.
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { attackCommand } = await import('./lib/attack/index.ts');
process.exit(await attackCommand(process.argv.slice(2)));
