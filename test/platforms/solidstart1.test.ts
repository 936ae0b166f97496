import { solidStart1 } from '../support/host-under-test.ts';
import { makeSolidStartHost } from './hosts/solid-start.ts';
import { bun, deno, functions, node, type Platform, wrangler, wranglerPages } from './platform.ts';
import { describePlatforms } from './suite.ts';

const of = (adapter: string) => ({ adapter, package: 'nitropack' });
const server = '.output/server/index.mjs';

const platforms: Platform[] = [
	{ name: 'Node', ...of('node-server'), runner: 'Node', command: node(server) },
	{ name: 'Bun', ...of('bun'), runner: 'Bun', command: bun(server) },
	{ name: 'Deno', ...of('deno-server'), runner: 'Deno', command: deno(server) },
	{
		...{ name: 'AWS Lambda', ...of('aws-lambda'), runner: 'loader' },
		command: functions('lambda', server, '.output/public'),
	},
	{
		...{ name: 'Netlify', ...of('netlify'), runner: 'loader', trust: { AUTH_TRUST_HOST: 'true' } },
		command: functions('fetch', '.netlify/functions-internal/server/main.mjs', 'dist'),
	},
	{
		...{ name: 'Vercel', ...of('vercel'), runner: 'loader', trust: { VERCEL: '1' } },
		command: functions(
			'listener',
			'.vercel/output/functions/__fallback.func/index.mjs',
			'.vercel/output/static',
		),
	},
	{
		...{ name: 'Cloudflare Workers', ...of('cloudflare-module'), runner: 'wrangler dev' },
		command: wrangler('worker.json'),
	},
	{
		...{ name: 'Cloudflare Workers of 2024', ...of('cloudflare-module'), runner: 'wrangler dev' },
		command: wrangler('worker.json', { date: '2024-12-01' }),
		trust: { AUTH_TRUST_HOST: 'true' },
	},
	{
		...{ name: 'Cloudflare Pages', ...of('cloudflare-pages'), runner: 'wrangler pages dev', trust: {} },
		command: wranglerPages('dist'),
	},
];

const make = () => makeSolidStartHost(solidStart1, 'app.config.ts');
describePlatforms({ name: 'SolidStart 1', framework: 'solid-start', make }, platforms);
