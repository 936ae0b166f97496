import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { execOk } from '../process/exec.ts';
import { installSystemPackages } from './system-packages.ts';

// The shell first: the same engine without windows, at less than half of the CPU time.
const names = [
	...['chromium-headless-shell', 'chromium', 'chromium-browser'],
	...['google-chrome-stable', 'google-chrome', 'microsoft-edge'],
];
const places = [
	'/snap/bin/chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
		.filter((folder) => folder !== undefined)
		.map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
];

/** Path of a Chromium or Chrome: CHROME_PATH, else an installed one, else playwright's own download, if any. */
export function findChromium(): string | undefined {
	if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
	const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
	const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
	return [...onPath, ...places, chromium.executablePath()].find((path) => path !== '' && existsSync(path));
}

/** Finds a Chromium or installs one: from the system's packages where that can be done unasked, else playwright's. */
export async function ensureChromium(): Promise<string> {
	const found = findChromium();
	if (found) return found;
	await installSystemPackages(['chromium-headless-shell'], ['chromium']);
	const installed = findChromium();
	if (installed) return installed;
	const cli = createRequire(import.meta.url).resolve('playwright-core/cli.js');
	await execOk(process.execPath, [cli, 'install', 'chromium'], { stream: true, timeout: 600_000 });
	const downloaded = findChromium();
	if (downloaded) return downloaded;
	throw new Error('No Chromium found and none could be installed. Set CHROME_PATH to one.');
}
