import type { Style } from '../../syntax/source.ts';
import { setConfigOption } from '../config-option.ts';
import type { EditResult } from '../splice/edit.ts';

export interface MiddlewareRegistration {
	/** `./src/middleware.ts` */
	file: string;
	/** The function whose argument holds the options: a Vite plugin's, or that of a config of the framework's own. */
	call: string;
	fallback?: Style;
}

/** Registers a middleware file in the config of a SolidStart host: one that nothing names does not run. */
export const registerMiddleware = (
	path: string,
	content: string,
	{ file, call, fallback }: MiddlewareRegistration,
): EditResult =>
	setConfigOption(path, content, {
		where: { call, from: '@solidjs/start/config' },
		option: ['middleware'],
		value: file,
		...(fallback ? { fallback } : {}),
	});
