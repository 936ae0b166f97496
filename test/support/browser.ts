import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium } from '../../scripts/lib/test/chromium.ts';

export const switches = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

export interface TestBrowser {
	/** A page in a context of its own: no cookie of another test in it. */
	open(options?: OpenOptions): Promise<TestPage>;
	close(): Promise<void>;
}

export interface OpenOptions {
	javaScriptEnabled?: boolean;
	/** Trusts a certificate that nobody signed. */
	ignoreHTTPSErrors?: boolean;
}

export interface TestPage {
	page: Page;
	context: BrowserContext;
	/** What went wrong in the page: uncaught errors, console errors, answers of 500 and above. */
	faults: string[];
}

/** The switch with which names lead to this machine, whatever the network says; to a port of it, whatever the URL says. */
export const resolverRules = (hosts: string[], port?: number): string => {
	const here = port === undefined ? '127.0.0.1' : `127.0.0.1:${port}`;
	return `--host-resolver-rules=${hosts.map((host) => `MAP ${host} ${here}`).join(', ')}`;
};

/** @param hosts names that lead to this machine, and to `port` where one is given, see {@link resolverRules} */
export async function launchBrowser(hosts: string[] = [], port?: number): Promise<TestBrowser> {
	const executablePath = findChromium();
	if (!executablePath) throw new Error('No Chromium: `npm test` installs one, or set CHROME_PATH');
	const args = hosts.length > 0 ? [...switches, resolverRules(hosts, port)] : switches;
	const browser = await chromium.launch({ executablePath, headless: true, args });
	/** Each page left open has a process of its own, until another test opens one. */
	const left: BrowserContext[] = [];
	let test: string | undefined;
	return {
		async open(options = {}) {
			const { currentTestName } = expect.getState();
			if (currentTestName !== test) await Promise.all(left.splice(0).map((context) => context.close()));
			test = currentTestName;
			const context = await browser.newContext(options);
			left.push(context);
			context.setDefaultTimeout(20_000);
			const page = await context.newPage();
			const faults: string[] = [];
			page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
			page.on('console', (message) => {
				// Chromium logs every answer of 400 and above as an error; a refused form is no fault.
				const failedLoad = message.text().startsWith('Failed to load resource');
				if (message.type() === 'error' && !failedLoad) faults.push(`console: ${message.text()}`);
			});
			page.on('response', (response) => {
				if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
			});
			return { page, context, faults };
		},
		close: () => browser.close(),
	};
}
