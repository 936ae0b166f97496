import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { root } from '../../bootstrap.mjs';
import { buildIfStale } from '../build/index.ts';
import { makeSvelteKit3Host } from '../make-host.ts';
import { execOk, npm } from '../process/exec.ts';
import { freePort } from '../process/free-port.ts';
import { startServer, viteDev } from '../process/server.ts';
import { tidily } from '../process/tidy.ts';
import { heading } from '../steps.ts';
import { findChromium } from '../test/chromium.ts';
import { dressHost } from './dress.ts';
import { type Dress, dresses } from './sheets.ts';

const folder = join(root, 'docs/images');
/** Bytes. They are a part of every checkout. */
const largest = 60_000;
const email = 'ada@example.com';

/**
 * Takes pictures of the pages for accounts: a project for each style, as its starter, `init` and `add-accounts` make it, started
 * as while developing.
 *
 * @param argv the styles; all of them by default
 * @returns the exit code
 */
export async function screenshots(argv: string[]): Promise<number> {
	const wanted = argv.length > 0 ? dresses.filter((dress) => argv.includes(dress)) : dresses;
	const executablePath = findChromium();
	if (wanted.length === 0 || !executablePath) {
		console.error(executablePath ? `Usage: npm run screenshots [-- ${dresses.join(' ')}]` : 'No Chromium');
		return 2;
	}
	return tidily('screenshots', async (temporary) => {
		try {
			await buildIfStale();
			await mkdir(folder, { recursive: true });
			const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
			try {
				for (const dress of wanted) await photograph(browser, join(temporary, dress), dress);
			} finally {
				await browser.close();
			}
			return 0;
		} catch (error) {
			console.error(error instanceof Error ? error.message : error);
			return 1;
		}
	});
}

async function photograph(browser: Browser, host: string, dress: Dress): Promise<void> {
	heading(dress);
	await makeSvelteKit3Host(host);
	await dressHost(host, 'sveltekit', dress);
	const authgraft = (...args: string[]) =>
		execOk(process.execPath, [join(root, 'bin/authgraft.cjs'), ...args, '--yes', '--cwd', host], {
			timeout: 600_000,
		});
	await authgraft('init', '--providers', 'github,google,microsoft-entra-id');
	await authgraft('add-accounts');
	await execOk(...npm('run', 'db:push'), { cwd: host });
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const server = await startServer({ cwd: host, args: viteDev(port), origin, readyPath: '/signin' });
	try {
		await photographPages(browser, origin, dress);
	} finally {
		await server.stop();
	}
}

/** The pages of a server that runs. */
export async function photographPages(browser: Browser, origin: string, dress: Dress): Promise<void> {
	await onPage(browser, 1.5, async (page) => {
		await page.goto(`${origin}/signin`);
		await take(page, dress);
		await page.emulateMedia({ colorScheme: 'dark' });
		await take(page, `${dress}-dark`);
	});
	// The other pages are made of the same parts, and the last of them is long.
	if (dress === 'plain') await onPage(browser, 1, (page) => photographAccount(page, origin));
}

async function onPage(
	browser: Browser,
	deviceScaleFactor: number,
	run: (page: Page) => Promise<void>,
): Promise<void> {
	const viewport = { width: 640, height: 800 };
	const context = await browser.newContext({ viewport, deviceScaleFactor, locale: 'en' });
	context.setDefaultTimeout(120_000);
	try {
		await run(await context.newPage());
	} finally {
		await context.close();
	}
}

async function photographAccount(page: Page, origin: string): Promise<void> {
	await page.goto(`${origin}/signup`);
	await page.getByLabel('E-mail').fill(email);
	await page.getByLabel('Name (optional)').fill('Ada');
	await take(page, 'sign-up');
	await page.getByRole('button', { name: 'Send the link' }).click();
	await page.getByRole('link', { name: 'open it' }).click();
	await page.getByRole('button', { name: 'Show' }).waitFor();
	await page.getByLabel('Password', { exact: true }).fill('four words will do here');
	await take(page, 'set-password');
	await page.getByRole('button', { name: 'Save the password' }).click();
	await page.waitForURL(`${origin}/`);
	await page.goto(`${origin}/account`);
	await page.getByText('(this browser)').waitFor();
	await take(page, 'account');
}

/** The card alone, with a little of what is around it. */
async function take(page: Page, name: string): Promise<void> {
	const path = join(folder, `accounts-${name}.png`);
	const card = page.locator('main > section');
	const box = await card.boundingBox();
	if (!box) throw new Error(`No card on ${page.url()}`);
	const margin = 16;
	const clip = { x: box.x - margin, y: box.y - margin };
	const size = { width: box.width + 2 * margin, height: box.height + 2 * margin };
	await page.screenshot({ path, clip: { ...clip, ...size }, fullPage: true, animations: 'disabled' });
	const bytes = (await stat(path)).size;
	console.log(`${path}: ${bytes} bytes`);
	if (bytes > largest) throw new Error(`${name} has ${bytes} bytes, and may have ${largest}`);
}
