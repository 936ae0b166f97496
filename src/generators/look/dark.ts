import { ifReadable } from '../../host/files/index.ts';
import type { Host } from '../../host/host.ts';
import { sheetsOf } from './sheets.ts';
import { tailwindOf } from './tailwind.ts';

export interface Dark {
	/** What stands around a page in dark colours, where the host switches by it: `.dark`. */
	selector: string | undefined;
	/** Whether the host goes by the system's scheme, without saying so by `color-scheme`. */
	media: boolean;
	/** Whether Tailwind's `dark:` is in use. */
	variant: boolean;
}

/** How a host gets dark: what a page of ours has to follow. Never the system alone, or it would be dark on a white page. */
export function darkOf(host: Host): Dark {
	const sheets = sheetsOf(host);
	const has = (pattern: RegExp): boolean => sheets.some((text) => pattern.test(text));
	const selector = has(/\.dark(?![-\w])/)
		? '.dark'
		: has(/\[data-theme=(['"]?)dark\1\]/)
			? "[data-theme='dark']"
			: undefined;
	const scheme = has(/(?<![-\w])color-scheme\s*:/);
	const media = has(/@media[^{]*\(\s*prefers-color-scheme\s*:\s*dark\s*\)/);
	const { darkMode } = tailwindOf(host);
	const variant = darkMode || has(/@custom-variant\s+dark\b/) || usesVariant(host);
	return { selector, media: media && !scheme && selector === undefined, variant };
}

/** `dark:bg-black` around the whole page. */
const usesVariant = ({ framework, paths, read, list }: Host): boolean => {
	const files =
		framework === 'sveltekit'
			? [`${paths.source}/app.html`, `${paths.routes}/+layout.svelte`]
			: list(paths.source)
					.filter((name) => /^(?:app|entry-server)\.[jt]sx$/.test(name))
					.map((name) => `${paths.source}/${name}`);
	return files.some((file) => /["'\s]dark:bg-/.test(ifReadable(() => read(file)) ?? ''));
};
