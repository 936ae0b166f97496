import { setConfigOption } from './config-option.ts';
import type { Style } from './source.ts';
import type { EditResult } from './text.ts';

export interface MiddlewareRegistration {
	/** `./src/middleware.ts` */
	file: string;
	/** Of SolidStart: 2 is a Vite plugin, `solidStart({ ... })`; 1 has an app.config with `defineConfig({ ... })`. */
	major: number;
	fallback?: Style;
}

/** The function whose argument holds SolidStart's options. */
export const optionsCall = (major: number): 'solidStart' | 'defineConfig' =>
	major === 1 ? 'defineConfig' : 'solidStart';

/** Registers a middleware file in the config of a SolidStart host: one that nothing names does not run. */
export const registerMiddleware = (
	path: string,
	content: string,
	{ file, major, fallback }: MiddlewareRegistration,
): EditResult =>
	setConfigOption(path, content, {
		where: { call: optionsCall(major), from: '@solidjs/start/config' },
		option: ['middleware'],
		value: file,
		...(fallback ? { fallback } : {}),
	});
