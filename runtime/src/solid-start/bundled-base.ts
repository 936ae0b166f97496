import { normalizeBase } from '../core/http/paths.js';

/** What the bundler of the application knows. An object, so that tests can say something else. */
export const bundler = {
	/**
	 * Where the application is mounted: `''`, `/app`, or undefined where no bundler looked into this package. Known at run
	 * time only, since `vite build --base=/app/` is enough.
	 */
	base(): string | undefined {
		try {
			// Written out: values are put into the place of these very expressions. Where nobody does, this throws.
			return baseOf((import.meta as Bundled).env.SERVER_BASE_URL, (import.meta as Bundled).env.BASE_URL);
		} catch {
			return undefined;
		}
	},
};

type Bundled = ImportMeta & { env: Record<string, string | undefined> };

/**
 * @param server SolidStart's own variable: the base in 1, and in 2 empty unless API routes have another one
 * @param pages Vite's: the base in 2, and in 1 the folder of the assets
 */
export function baseOf(server: string | undefined, pages: string | undefined): string | undefined {
	if (server === undefined && pages === undefined) return undefined;
	return normalizeBase(server || pages?.replace(/\/_build\/?$/, ''));
}
