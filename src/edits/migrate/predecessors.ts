import { type Framework, runtimeModules } from '../../framework.ts';

/** The wrappers of Auth.js that `migrate` replaces, by framework. */
export const predecessors: Record<Framework, readonly string[]> = {
	sveltekit: ['@auth/sveltekit'],
	'solid-start': ['@auth/solid-start', '@solid-mediakit/auth', 'start-authjs'],
};

/** All of them. */
export const movable: readonly string[] = Object.values(predecessors).flat();

const belongs = (module: string, packages: readonly string[]): boolean =>
	packages.some((name) => module === name || module.startsWith(`${name}/`));

/** Whether a module is a part of one of them. */
export const isMovable = (module: string): boolean => belongs(module, movable);

/** The same, or a part of ours, to which their imports are moved first, or of the core below both. */
export const isPredecessor = (module: string): boolean =>
	isMovable(module) || belongs(module, [...Object.values(runtimeModules), '@auth/core']);
