// npm run screenshots: pictures of the pages for accounts in every style, from real projects, into docs/images.
import { bootstrap } from '../bootstrap.mjs';

await bootstrap();
const { screenshots } = await import('../lib/looks/screenshots.ts');
process.exit(await screenshots(process.argv.slice(2)));
