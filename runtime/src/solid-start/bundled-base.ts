import { normalizeBase } from '../core/http/base.js';

/** Where the bundler mounts an application: `''` or `/app`. */
export interface BundledBase {
	pages: string;
	/** Of API routes, where SolidStart 2 has another one for them. */
	api: string;
}

/** Asked once: where nobody looked into this package, each reading makes an error with a stack. */
let known: [BundledBase | undefined] | undefined;

/** What the bundler of the application knows. An object, so that tests can say something else. */
export const bundler = {
	/**
	 * Undefined where no bundler looked into this package. Known at run time only, since `vite build --base=/app/` is
	 * enough.
	 */
	base(): BundledBase | undefined {
		known ??= [read()];
		return known[0];
	},
};

function read(): BundledBase | undefined {
	try {
		// Written out: values are put into the place of these very expressions. Where nobody does, this throws.
		return baseOf((import.meta as Bundled).env.SERVER_BASE_URL, (import.meta as Bundled).env.BASE_URL);
	} catch {
		return undefined;
	}
}

type Bundled = ImportMeta & { env: Record<string, string | undefined> };

/**
 * @param server SolidStart's own variable: the base in 1, and in 2 empty unless API routes have another one
 * @param assets Vite's: the base in 2, and in 1 the folder of the assets, or that of the server functions in their code
 */
export function baseOf(server: string | undefined, assets: string | undefined): BundledBase | undefined {
	if (server === undefined && assets === undefined) return undefined;
	const api = normalizeBase(server);
	const pages = normalizeBase(assets?.replace(/\/_(build|server)\/?$/, '')) || api;
	return { pages, api: api || pages };
}
