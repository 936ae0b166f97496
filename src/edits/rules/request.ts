import type { Framework } from '../../framework.ts';
import type { Style } from '../../syntax/source.ts';
import type { Condition } from '../condition.ts';
import type { AuthImport } from '../handle/auth-handle.ts';

/** What is asked of the rules in a server hooks or a middleware file. */
export interface RuleRequest extends AuthImport {
	framework: Framework;
	/** Default: the runtime's entry for the framework. */
	runtimeModule?: string;
	patterns: string[];
	/** Patterns that stay open although one of `patterns` covers them. */
	except?: string[];
	condition?: Condition;
	/** SvelteKit: closes every remote function to people who are not signed in. */
	remoteFunctions?: true;
	fallback?: Style;
}
