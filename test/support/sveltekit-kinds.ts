import { copyFixtureHost } from '../../scripts/lib/make-host.ts';
import type { Kind } from './host-under-test.ts';
import { SharedPackages } from './shared-packages.ts';
import { svelteKitPages } from './sveltekit-pages.ts';

/** A fixture host, from a copy. SvelteKit 2 is told its origin when it is started, SvelteKit 3 when it is built. */
const svelteKit2 = (fixture: string, name: string, pages: { js?: boolean; stores?: boolean } = {}): Kind => ({
	name,
	make: (folder) => copyFixtureHost(fixture, folder),
	pages: svelteKitPages(pages),
	typeCheck: 'check',
	start: ['--env-file=.env', 'build'],
	startEnv: (origin) => ({ ORIGIN: origin }),
});

const packages = new SharedPackages('sveltekit2');

export const viteConfigHost = { ...svelteKit2('sveltekit2', 'SvelteKit 2 (vite.config)'), packages };
export const svelteConfigHost = svelteKit2('sveltekit2-classic', 'SvelteKit 2 (svelte.config)');
export const javaScriptHost = {
	...svelteKit2('sveltekit2-js', 'SvelteKit 2 (JavaScript)', { js: true }),
	packages,
};
export const svelte4Host = svelteKit2('sveltekit2-svelte4', 'SvelteKit 2.5 with Svelte 4', {
	js: true,
	stores: true,
});
