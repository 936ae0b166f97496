import { viteConfigHost } from '../support/sveltekit-kinds.ts';
import { makeSvelteKitHost } from './hosts/sveltekit.ts';
import { bun, deno, denoEdge, functions, node, type Platform, vercelEdge, wrangler } from './platform.ts';
import { describePlatforms } from './suite.ts';

const adapters = {
	'@deno/svelte-adapter': '0.1.1',
	'@sveltejs/adapter-cloudflare': '7.2.9',
	'@sveltejs/adapter-netlify': '6.0.4',
	'@sveltejs/adapter-vercel': '6.3.4',
	'svelte-adapter-bun': '1.0.1',
};

const of = (adapter: string) => ({ adapter, package: adapter });
const [ofNode, ofCloudflare] = [of('@sveltejs/adapter-node'), of('@sveltejs/adapter-cloudflare')];
const [ofVercel, ofNetlify] = [of('@sveltejs/adapter-vercel'), of('@sveltejs/adapter-netlify')];
const worker = 'wrangler.json';

const platforms: Platform[] = [
	{ name: 'Node', ...ofNode, runner: 'Node', command: node('build/index.js') },
	{ name: 'Bun', ...ofNode, runner: 'Bun', command: bun('build/index.js') },
	{ name: 'Deno', ...ofNode, runner: 'Deno', command: deno('build/index.js') },
	{
		...{ name: 'Bun', ...of('svelte-adapter-bun'), runner: 'Bun', command: bun('build/index.js') },
		ownBodyLimit: true,
	},
	{
		...{ name: 'Deno', ...of('@deno/svelte-adapter'), runner: 'Deno' },
		command: deno('.deno-deploy/server.ts'),
	},
	{ name: 'Cloudflare Workers', ...ofCloudflare, runner: 'wrangler dev', command: wrangler(worker) },
	{
		...{ name: 'Cloudflare Workers of 2024, without Node', ...ofCloudflare, runner: 'wrangler dev' },
		command: wrangler(worker, { date: '2024-09-23', flags: ['nodejs_als'] }),
		trust: { AUTH_TRUST_HOST: 'true' },
	},
	{
		...{ name: 'Vercel', ...ofVercel, runner: 'loader', trust: { VERCEL: '1' } },
		command: functions(
			'fetch',
			'.vercel/output/functions/![-]/catchall.func/.svelte-kit/vercel-tmp/index.js',
			'.vercel/output/static',
		),
	},
	{
		...{ name: 'Vercel Edge', ...ofVercel, runner: 'edge-runtime', options: { runtime: 'edge' } },
		command: vercelEdge('.vercel/output/functions/![-]/catchall.func/index.js'),
	},
	{
		...{ name: 'Netlify', ...ofNetlify, runner: 'loader', trust: { AUTH_TRUST_HOST: 'true' } },
		command: functions('fetch', '.netlify/functions-internal/sveltekit-render.mjs', 'build'),
	},
	{
		...{ name: 'Netlify Edge', ...ofNetlify, runner: 'Deno', options: { edge: true } },
		command: denoEdge('.netlify/edge-functions/render.js', 'build'),
	},
];

const make = () => makeSvelteKitHost(viteConfigHost, adapters);
describePlatforms({ name: 'SvelteKit 2', framework: 'sveltekit', make }, platforms);
