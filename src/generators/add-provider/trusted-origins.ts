import semver from 'semver';
import { type ConfigOption, optionSnippet, setConfigOption } from '../../edits/config-option.ts';
import type { Host } from '../../host/host.ts';
import type { Style } from '../../syntax/source.ts';
import type { Staging } from '../changes/index.ts';

/** First version with `csrf.trustedOrigins`; before it the origin check can only be turned off as a whole. */
const firstVersion = '2.36.0';

/**
 * Lets a provider post its answer (`response_mode=form_post`): SvelteKit refuses posts of other origins in production,
 * before any hook runs (docs/specification.md, fault 22). SolidStart has no such check of its own.
 */
export function trustOrigins(staging: Staging, host: Host, origins: readonly string[], style: Style): void {
	if (host.framework !== 'sveltekit' || origins.length === 0) return;
	const path = host.configFile ?? host.generation.configFile;
	const inPlugin = !path.split('/').at(-1)?.startsWith('svelte.config');
	const request: ConfigOption = {
		where: inPlugin ? { call: 'sveltekit', from: '@sveltejs/kit/vite' } : 'default export',
		option: inPlugin ? ['csrf', 'trustedOrigins'] : ['kit', 'csrf', 'trustedOrigins'],
		value: [...origins],
		append: true,
		fallback: style,
	};
	const summary = `lets ${origins.join(', ')} post to the callback`;
	if (semver.lt(host.version, firstVersion)) {
		const reason = `cannot trust single origins before SvelteKit ${firstVersion} (the project has ${host.version}), and turning the check off would open every form; upgrade @sveltejs/kit first`;
		staging.refuse(path, summary, reason, '');
		return;
	}
	if (staging.read(path) === undefined) {
		staging.refuse(path, summary, 'does not exist', optionSnippet(request));
		return;
	}
	staging.edit(path, summary, (content) => setConfigOption(path, content, request));
}
