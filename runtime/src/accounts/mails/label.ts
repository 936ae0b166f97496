/** The most telling first: every browser calls itself by the names of older ones, too. */
const browsers: [name: string, sign: RegExp][] = [
	['Edge', /\bEdg(?:e|A|iOS)?\//],
	['Opera', /\bOPR\//],
	['Samsung Internet', /\bSamsungBrowser\//],
	['Firefox', /\b(?:Firefox|FxiOS)\//],
	['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
	['Safari', /\bSafari\//],
];

const systems: [name: string, sign: RegExp][] = [
	['iPhone', /\biPhone\b/],
	['iPad', /\biPad\b/],
	['Android', /\bAndroid\b/],
	['Windows', /\bWindows\b/],
	['macOS', /\bMac OS X\b|\bMacintosh\b/],
	['ChromeOS', /\bCrOS\b/],
	['Linux', /\bLinux\b/],
];

/**
 * What people know a browser by: `Firefox on Linux`. Nothing of what the browser sends goes into it as it is.
 *
 * @param headers of its request
 */
export function browserLabel(headers: Headers): string {
	const agent = headers.get('user-agent')?.slice(0, 500) ?? '';
	const nameIn = (list: typeof browsers) => list.find(([, sign]) => sign.test(agent))?.[0];
	const [browser, system] = [nameIn(browsers), nameIn(systems)];
	if (!browser) return system ? `A program on ${system}` : 'An unknown browser';
	return system ? `${browser} on ${system}` : browser;
}
