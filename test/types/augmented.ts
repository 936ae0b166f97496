// What an application adds to the types: each once, in any of the four places, and it has to reach everything.
// More than one place for the same type is more than TypeScript can merge.
import type {} from '@auth/core/jwt';
import type {} from '@auth/core/types';
import type {} from '@authgraft/runtime/solid-start';
import type {} from '@authgraft/runtime/sveltekit';

declare module '@auth/core/types' {
	interface Session {
		plan: 'free' | 'paid';
	}
	interface User {
		role: 'admin' | 'member';
	}
}

declare module '@auth/core/jwt' {
	interface JWT {
		role?: 'admin' | 'member';
	}
}

// As people do who come from `@auth/sveltekit` or `@auth/solid-start`.
declare module '@authgraft/runtime/sveltekit' {
	interface Account {
		tenant?: string;
	}
}

declare module '@authgraft/runtime/solid-start' {
	interface Profile {
		groups?: string[];
	}
}
