import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as solidClient from '../../../runtime/src/solid-start/client.ts';
import * as kitClient from '../../../runtime/src/sveltekit/client.ts';
import { type Application, integrations, makeApplication } from '../support/application.ts';
import { openBrowser } from '../support/browser.ts';
import { password, right } from '../support/fixtures.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('popups');
afterAll(() => expect(page.left).toEqual([]));

interface Popup {
	signInByPopup(): Promise<{ user: { name: string } } | null>;
	closePopup(): void;
}

/** A window whose popups are what a person does in them. */
function openWindow(inPopup: (url: string) => Promise<void>) {
	const events = new EventTarget();
	const closed = vi.fn();
	const open = vi.fn((url: string) => void inPopup(url));
	vi.stubGlobal('window', {
		open,
		close: closed,
		addEventListener: events.addEventListener.bind(events),
		removeEventListener: events.removeEventListener.bind(events),
	});
	onTestFinished(() => void vi.unstubAllGlobals());
	return { open, closed, focus: () => events.dispatchEvent(new Event('focus')) };
}

async function make(app: Application) {
	const person = new Person(app);
	openBrowser(app, person, '/checkout');
	const client = app.name === 'sveltekit' ? kitClient : solidClient;
	const popup = await page.module<Popup>('src/popup.ts', { '@authgraft/runtime/sveltekit/client': client });
	return { person, popup };
}

describe.each(integrations)('docs/needs/popups.md on %s', (integration) => {
	const application = () =>
		makeApplication(
			integration,
			{ providers: [password], pages: { signIn: '/signin' } },
			{ routes: { '/popup-done': () => ({ done: true }) } },
		);

	test('who signs in in the popup is signed in on the page', async () => {
		const app = application();
		const { person, popup } = await make(app);
		const { closed } = openWindow(async (url) => {
			const { redirectTo } = (await person.visit(url)).json<{ redirectTo: string }>();
			const form = { ...right, callbackUrl: redirectTo };
			const end = await person.visit(`${app.basePath}/signin/credentials`, { form });
			if (end.url === `${app.origin}/popup-done`) popup.closePopup();
		});
		expect(await popup.signInByPopup()).toMatchObject({ user: { name: 'ada' } });
		expect(closed).toHaveBeenCalledOnce();
	});

	test('who comes back without is nobody', async () => {
		const { popup } = await make(application());
		const { focus } = openWindow(async () => {});
		const session = popup.signInByPopup();
		focus();
		expect(await session).toBeNull();
	});
});
