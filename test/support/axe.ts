import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** How somebody may see a page. */
export interface View {
	name: string;
	width: number;
	height: number;
	colorScheme?: 'light' | 'dark';
	forcedColors?: 'active';
}

const wide = { width: 1280, height: 720 };

export const views: View[] = [
	{ name: 'light', ...wide },
	{ name: 'dark', ...wide, colorScheme: 'dark' },
	{ name: 'forced colours', ...wide, forcedColors: 'active' },
	{ name: '320 px', width: 320, height: 640 },
	// What is left of the page above: a browser that zooms makes its pixels larger, and their number smaller.
	{ name: '200 % zoom', width: 640, height: 360 },
];

/**
 * Faults that axe-core finds on a page, and content that is wider than the window, a line each.
 *
 * @param ownColours false where the person's system chooses colours: Chromium tells those of the page all the same, where
 *   they come by a variable and were forced on a page that is shown already
 */
export async function faultsOf(page: Page, ownColours = true): Promise<string[]> {
	// Not `addScriptTag`: a policy of the page would stop it.
	await page.evaluate(`window.axe ?? (() => { ${axe.source} })()`);
	const { violations, wide } = await page.evaluate(async (enabled) => {
		const { axe } = window as unknown as { axe: typeof import('axe-core') };
		// Of the rules that are off by default: WCAG 2.2 wants 24 px.
		const rules = { 'target-size': { enabled: true }, 'color-contrast': { enabled } };
		const result = await axe.run(document, { rules });
		const { scrollWidth } = document.documentElement;
		return { violations: result.violations, wide: scrollWidth - window.innerWidth };
	}, ownColours);
	const found = violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary?.replace(/\s+/g, ' ')}`),
	);
	return wide > 0 ? [...found, `the page is ${wide} px wider than the window`] : found;
}

/** The same in every view, each fault with the view's name. */
export async function faultsInViews(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const { name, width, height, colorScheme = 'light', forcedColors = 'none' } of views) {
		await page.setViewportSize({ width, height });
		await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
		found.push(...(await faultsOf(page, forcedColors === 'none')).map((fault) => `${name}: ${fault}`));
	}
	return found;
}
