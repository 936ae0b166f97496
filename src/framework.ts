export type Framework = 'sveltekit' | 'solid-start';

/** Where `protect`, `hasRole` and the rest of the runtime are imported from. */
export const runtimeModules = {
	sveltekit: '@authgraft/runtime/sveltekit',
	'solid-start': '@authgraft/runtime/solid-start',
} as const satisfies Record<Framework, string>;
