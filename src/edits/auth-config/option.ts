import type { Style } from '../../syntax/source.ts';
import { Setter } from '../config-option.ts';
import type { EditResult } from '../splice/edit.ts';
import { refuse, transform } from '../splice/transform.ts';
import { findAuthConfig } from './find.ts';

/** An option of the configuration of sign-in. */
export interface AuthOption {
	/** `['session', 'strategy']` */
	option: [string, ...string[]];
	value: string | boolean;
	/** The export that another module takes the configuration from. */
	name?: string;
	fallback?: Style;
}

/** Sets an option of the configuration of sign-in. One that has another value is refused. */
export function setAuthOption(path: string, content: string, request: AuthOption): EditResult {
	const { option, value, name, fallback } = request;
	const snippet = option.reduceRight(
		(inner, key) => `{ ${key}: ${inner} }`,
		typeof value === 'string' ? `'${value}'` : `${value}`,
	);
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const config = findAuthConfig(source.ast, name);
		if (config.kind === 'unclear') return refuse(config, snippet);
		if (config.kind === 'none') return refuse('configures no sign-in', snippet);
		if (config.kind === 'elsewhere')
			return refuse(`takes its configuration from \`${config.module}\``, snippet);
		return new Setter(source, { option, value }, snippet).within(config.object, option);
	});
}
