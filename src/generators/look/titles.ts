import { ifReadable } from '../../host/files/index.ts';
import type { Host } from '../../host/host.ts';

/**
 * Whether pages of SolidStart may say how they are called: `<Title>` throws outside of the `<MetaProvider>` that an application
 * has round all of its pages.
 */
export function hasTitles({ framework, manifest, paths, list, read }: Host): boolean {
	if (framework !== 'solid-start' || !manifest.dependencies?.['@solidjs/meta']) return false;
	return list(paths.source)
		.filter((name) => /^app\.[jt]sx$/.test(name))
		.some((name) => /<MetaProvider\b/.test(ifReadable(() => read(`${paths.source}/${name}`)) ?? ''));
}
