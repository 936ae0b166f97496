import { expect, test } from 'vitest';
import { browserLabel } from './label.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
	['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
	[
		`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
		'Edge on Windows',
	],
	[
		`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0 Mobile Safari/537.36`,
		'Chrome on Android',
	],
	[
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
		'Safari on iPhone',
	],
	[
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
		'Safari on macOS',
	],
	['curl/8.5.0', 'An unknown browser'],
	['okhttp (Android)', 'A program on Android'],
	['<b>Firefox/1</b>\r\nx', 'Firefox'],
	['', 'An unknown browser'],
])('%s', (agent, label) => {
	const headers = { get: () => agent } as unknown as Headers;
	expect(browserLabel(headers)).toBe(label);
	expect(browserLabel(new Headers())).toBe('An unknown browser');
});
