import type { Framework } from '../framework.ts';

/**
 * What differs between the generations of the frameworks, in one place: nothing else of ours asks for a major.
 * Each value was seen with a real project of that generation (docs/supported-hosts.md).
 */
export interface Generation {
	framework: Framework;
	/** 3 or 2 for SvelteKit, 2 or 1 for SolidStart. */
	major: number;
	/** `SvelteKit 3` */
	name: string;
	/** Lowest Node.js that builds and runs such a host. */
	nodeFloor: string;
	/** Where the framework's options lie: the argument of a Vite plugin, or a config file of its own. */
	config: 'vite-plugin' | 'svelte.config' | 'app.config';
	/** The config file to name where the host has none. */
	configFile: string;
	/** The function whose argument holds the framework's options. */
	optionsCall: 'sveltekit' | 'solidStart' | 'defineConfig';
	/** Port of the development server. Better Auth's 3000 for all breaks every callback URL on SvelteKit. */
	devPort: number;
	/** Where the runtime answers by default. */
	authBasePath: '/auth' | '/api/auth';
	/** Env files that the development server reads; a later one wins. */
	envFiles: readonly string[];
	/** Module that private environment variables are read from (SvelteKit). SolidStart has `process.env`. */
	privateEnvModule: string | undefined;
	/** Whether each variable must be declared in `src/env.{ts,js}` to be seen at all. */
	declaredEnv: boolean;
	/** Whether a function is a schema for one; else it has to be a Standard Schema. */
	envFunctions: boolean;
	/** Whether the option `env.privatePrefix` hides variables that do not begin with it. */
	privatePrefix: boolean;
	/** Module that exports `building`, `dev` and `browser`. */
	appEnvModule: string | undefined;
	/** Where code of the server reads the application's base path from (SolidStart). */
	baseEnv: 'import.meta.env.BASE_URL' | 'import.meta.env.SERVER_BASE_URL' | undefined;
	/** What says where the library folder lies; undefined where it is always `lib` in the source folder. */
	libOption: 'files.lib' | '#lib/*' | undefined;
	/** The name that the framework itself gives to a folder of the host. */
	alias: { name: string; folder: 'lib' | 'source' } | undefined;
	/** Whether `./$types` has `PageProps` (SvelteKit). */
	pageProps: boolean;
	/** Whether the routes of the API lie below the base path in the folder of routes, too (SolidStart). */
	routesBelowBase: boolean;
	/** What is taken off the end of a route's name (SolidStart). */
	routeIndex: RegExp | undefined;
	/** Files whose exports are remote functions (SvelteKit). */
	remoteModule: RegExp | undefined;
	/** Whether adapters may ask for `builder.generateManifest` (SvelteKit). */
	adapterManifest: boolean;
	/** Whether `/` becomes a static file, which no guard sees, where nothing is rendered on the server. */
	staticHome: boolean;
	/** What goes wrong under Yarn's Plug'n'Play. */
	plugAndPlayFault: string;
}

const viteEnvFiles = ['.env', '.env.local', '.env.development', '.env.development.local'];
const viteFault = 'Vite no longer supports it';

const generations: readonly [Generation, ...Generation[]] = [
	{
		framework: 'sveltekit',
		major: 3,
		name: 'SvelteKit 3',
		nodeFloor: '22.17.0',
		config: 'vite-plugin',
		configFile: 'vite.config.ts',
		optionsCall: 'sveltekit',
		devPort: 5173,
		authBasePath: '/auth',
		envFiles: viteEnvFiles,
		privateEnvModule: '$app/env/private',
		declaredEnv: true,
		envFunctions: true,
		privatePrefix: false,
		appEnvModule: '$app/env',
		baseEnv: undefined,
		libOption: '#lib/*',
		alias: undefined,
		pageProps: true,
		routesBelowBase: false,
		routeIndex: undefined,
		// `data.remote.ts`, and `remote.ts` itself.
		remoteModule: /[/.]remote\.(?:[^/]*\.)?[cm]?[jt]s$/,
		adapterManifest: false,
		staticHome: false,
		plugAndPlayFault: 'SvelteKit 3 does not build with it ($app/tsconfig is not found)',
	},
	{
		framework: 'sveltekit',
		major: 2,
		name: 'SvelteKit 2',
		nodeFloor: '18.13.0',
		// Since 2.62 the plugin's argument as well, which then wins.
		config: 'svelte.config',
		configFile: 'svelte.config.js',
		optionsCall: 'sveltekit',
		devPort: 5173,
		authBasePath: '/auth',
		envFiles: viteEnvFiles,
		privateEnvModule: '$env/dynamic/private',
		declaredEnv: false,
		envFunctions: false,
		privatePrefix: true,
		appEnvModule: '$app/environment',
		baseEnv: undefined,
		libOption: 'files.lib',
		alias: { name: '$lib', folder: 'lib' },
		// Since 2.16 only.
		pageProps: false,
		routesBelowBase: false,
		routeIndex: undefined,
		remoteModule: /\.remote\.[jt]s$/,
		adapterManifest: true,
		staticHome: false,
		plugAndPlayFault: viteFault,
	},
	{
		framework: 'solid-start',
		major: 2,
		name: 'SolidStart 2',
		// Node 22 only warns, Node 20 cannot build it.
		nodeFloor: '24.0.0',
		config: 'vite-plugin',
		configFile: 'vite.config.ts',
		optionsCall: 'solidStart',
		// With the nitro plugin, which both templates have; without one it is Vite's own 5173.
		devPort: 3000,
		authBasePath: '/api/auth',
		envFiles: viteEnvFiles,
		privateEnvModule: undefined,
		declaredEnv: false,
		envFunctions: false,
		privatePrefix: false,
		appEnvModule: undefined,
		baseEnv: 'import.meta.env.BASE_URL',
		libOption: undefined,
		alias: { name: '~', folder: 'source' },
		pageProps: false,
		routesBelowBase: false,
		routeIndex: /(?<=\/)index$/,
		remoteModule: undefined,
		adapterManifest: true,
		staticHome: false,
		plugAndPlayFault: viteFault,
	},
	{
		framework: 'solid-start',
		major: 1,
		name: 'SolidStart 1',
		nodeFloor: '20.0.0',
		config: 'app.config',
		configFile: 'app.config.ts',
		optionsCall: 'defineConfig',
		devPort: 3000,
		authBasePath: '/api/auth',
		envFiles: ['.env'],
		privateEnvModule: undefined,
		declaredEnv: false,
		envFunctions: false,
		privatePrefix: false,
		appEnvModule: undefined,
		// Its BASE_URL is the folder of the assets, /_build.
		baseEnv: 'import.meta.env.SERVER_BASE_URL',
		libOption: undefined,
		alias: { name: '~', folder: 'source' },
		pageProps: false,
		// It looks them up by the whole path. Pages and server functions it finds without the base.
		routesBelowBase: true,
		// Off any name that ends so: `reindex.tsx` is `/re`.
		routeIndex: /index$/,
		remoteModule: undefined,
		adapterManifest: true,
		staticHome: true,
		plugAndPlayFault: viteFault,
	},
];

/** Shown where there is no project to look at. */
export const newestGeneration: Generation = generations[0];

/** The row of the table, or undefined for a major that is older or newer than any we know. */
export function generationOf(framework: Framework, major: number): Generation | undefined {
	return generations.find((row) => row.framework === framework && row.major === major);
}

/** The oldest major that the table knows. */
export function oldestMajor(framework: Framework): number {
	return Math.min(...generations.filter((row) => row.framework === framework).map((row) => row.major));
}

/** The framework's own name, as its documentation writes it. */
export const frameworkNames: Record<Framework, string> = {
	sveltekit: 'SvelteKit',
	'solid-start': 'SolidStart',
};

/** Also for the package `solid-start`, which @solidjs/start replaced. */
export const solidUpgrade =
	'Move the project to SolidStart 1 or 2 first: ask for @solidjs/start ^1.3.0 or ^2.0.0 in package.json, and follow https://docs.solidjs.com/solid-start.';

/** SvelteKit 2 with `experimental.explicitEnvironmentVariables` forbids the module that it otherwise reads variables from. */
export const withDeclaredEnv = (generation: Generation): Generation => ({
	...generation,
	privateEnvModule: newestGeneration.privateEnvModule,
	declaredEnv: true,
	envFunctions: false,
	privatePrefix: false,
});
