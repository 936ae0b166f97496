/** Packages that `migrate` replaces, under their own names and under ours, to which their imports are moved first. */
const packages = [
	'@auth/sveltekit',
	'@auth/solid-start',
	'@solid-mediakit/auth',
	'start-authjs',
	'@authgraft/runtime/sveltekit',
	'@authgraft/runtime/solid-start',
	'@auth/core',
];

/** Whether a module belongs to one of them. */
export const isPredecessor = (module: string): boolean =>
	packages.some((name) => module === name || module.startsWith(`${name}/`));
