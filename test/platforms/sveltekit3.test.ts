import { svelteKit3 } from '../support/host-under-test.ts';
import { makeSvelteKitHost } from './hosts/sveltekit.ts';
import { bun, deno, denoEdge, functions, node, type Platform, wrangler } from './platform.ts';
import { describePlatforms } from './suite.ts';

const adapters = {
	'@deno/svelte-adapter': '0.1.1',
	'@sveltejs/adapter-cloudflare': '8.0.0-next.6',
	'@sveltejs/adapter-netlify': '7.0.0-next.10',
	'@sveltejs/adapter-vercel': '7.0.0-next.8',
	'svelte-adapter-bun': '1.0.1',
};

const of = (adapter: string) => ({ adapter, package: adapter });
const shimmed = (adapter: string) => ({ ...of(adapter), shim: true });
const [ofNode, ofCloudflare] = [of('@sveltejs/adapter-node'), shimmed('@sveltejs/adapter-cloudflare')];
const [ofVercel, ofNetlify] = [shimmed('@sveltejs/adapter-vercel'), shimmed('@sveltejs/adapter-netlify')];
const worker = 'wrangler.json';

/** When one of these builds, its shim can go, and `doctor` has nothing to say of that version. */
const without = (name: string, adapter: string): Platform => ({
	...{ name: `${name}, as it is`, ...of(adapter), runner: 'none' },
	command: node('build/index.js'),
	broken: { at: 'build', why: 'it asks for `builder.generateManifest`, which SvelteKit 3.0.0 took away' },
});

const platforms: Platform[] = [
	{ name: 'Node', ...ofNode, runner: 'Node', command: node('build/index.js') },
	{ name: 'Bun', ...ofNode, runner: 'Bun', command: bun('build/index.js') },
	{ name: 'Deno', ...ofNode, runner: 'Deno', command: deno('build/index.js') },
	{
		...{ name: 'Bun', ...shimmed('svelte-adapter-bun'), runner: 'Bun', command: bun('build/index.js') },
		broken: { at: 'start', why: 'the adapter asks a server for its `websocket`, which SvelteKit 3 has not' },
	},
	{
		...{ name: 'Deno', ...shimmed('@deno/svelte-adapter'), runner: 'Deno' },
		command: deno('.deno-deploy/server.ts'),
	},
	without('Cloudflare Workers', '@sveltejs/adapter-cloudflare'),
	{ name: 'Cloudflare Workers', ...ofCloudflare, runner: 'wrangler dev', command: wrangler(worker) },
	{
		...{ name: 'Cloudflare Workers of 2024, without Node', ...ofCloudflare, runner: 'wrangler dev' },
		command: wrangler(worker, { date: '2024-09-23', flags: ['nodejs_als'] }),
		trust: { AUTH_TRUST_HOST: 'true' },
	},
	without('Vercel', '@sveltejs/adapter-vercel'),
	{
		...{ name: 'Vercel', ...ofVercel, runner: 'loader', trust: { VERCEL: '1' } },
		command: functions(
			'fetch',
			'.vercel/output/functions/![-]/catchall.func/.svelte-kit/vercel-tmp/index.js',
			'.vercel/output/static',
		),
	},
	without('Netlify', '@sveltejs/adapter-netlify'),
	{
		...{ name: 'Netlify', ...ofNetlify, runner: 'loader', trust: { AUTH_TRUST_HOST: 'true' } },
		command: functions('fetch', '.netlify/v1/functions/sveltekit-render.mjs', 'build'),
	},
	{
		...{ name: 'Netlify Edge', ...ofNetlify, runner: 'Deno', options: { edge: true } },
		command: denoEdge('.netlify/v1/edge-functions/sveltekit-render.js', 'build'),
		broken: {
			at: 'sign-in',
			why: "SvelteKit's `redirect` asks for `window` in what the adapter bundles: sign-in answers 500",
		},
	},
];

const make = () => makeSvelteKitHost(svelteKit3, adapters);
describePlatforms({ name: 'SvelteKit 3', framework: 'sveltekit', make }, platforms);
