import type { Framework } from '../../../host/host.ts';
import type { Route } from '../../../host/routes/route.ts';

/** What a finding about hooks depends on besides the file. */
export interface HookContext {
	framework: Framework;
	/** Version of the framework. */
	version: string;
	/** `paths.base`; empty for none, undefined when it is computed. */
	base: string | undefined;
	routes: readonly Route[];
	/** `src/hooks.ts` has a `reroute`. */
	reroute: boolean;
	adapter: string | undefined;
	/** Remote functions without a guard of their own, as a person would name them. */
	remote: readonly string[];
}
