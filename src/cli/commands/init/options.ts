import { common, verifyFlag } from '../../command/common.ts';
import { choice, list, type OptionsOf, repeated, text, toggle } from '../../command/flags.ts';

export const options = [
	...common,
	choice('--framework <name>', 'when it cannot be told', ['sveltekit', 'solid-start']),
	list('--providers <ids>', 'comma-separated ids of @auth/core, or development'),
	repeated('--protect <path>', 'guard a path and all below it (repeatable)'),
	text('--base-path <path>', 'base path of the auth endpoints (default: /auth)'),
	text('--sign-in-page <path>', 'path of the sign-in page (default: /signin)'),
	text('--sign-out-page <path>', 'path of the sign-out page (default: /signout)'),
	verifyFlag,
	toggle('--alongside', 'go on beside another auth library'),
] as const;

export type InitOptions = OptionsOf<typeof options>;
