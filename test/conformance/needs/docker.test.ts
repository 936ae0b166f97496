import type { RequestEvent } from '@sveltejs/kit';
import { afterAll, describe, expect, test } from 'vitest';
import { SolidAuth } from '../../../runtime/src/solid-start/index.ts';
import { SvelteKitAuth } from '../../../runtime/src/sveltekit/index.ts';
import { integrations, makeApplication, secret } from '../support/application.ts';
import { github, password, signedIn, whoIs } from '../support/fixtures.ts';
import { type LogLine, recordingLogger, withConsole } from '../support/logs.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('docker');
afterAll(() => expect(page.left).toEqual([]));

const lines = (title: string) => page.text(title).split('\n').filter(Boolean);

test('no instruction of the Dockerfile puts a variable into the image', () => {
	const instructions = lines('Dockerfile').map((line) => line.split(' ')[0]);
	expect(instructions.length).toBeGreaterThan(10);
	expect(new Set(instructions)).toEqual(new Set(['FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'CMD']));
	expect(lines('Dockerfile').join('\n')).not.toContain('AUTH_');
});

test('.dockerignore names what must not be copied, and the last stage takes nothing but the build', () => {
	expect(lines('.dockerignore')).toEqual(expect.arrayContaining(['.env', '.env.*', '.authgraft', '.git']));
	const last = page.text('Dockerfile').split('FROM').at(-1) ?? '';
	expect(last.match(/^COPY .*$/gm)?.every((line) => line.includes('--from=build /app/'))).toBe(true);
});

test('building without a variable: nothing is read, nothing is told', async () => {
	const logs: LogLine[] = [];
	const config = { env: {}, providers: [github, password], logger: recordingLogger(logs) };
	await withConsole(logs, async () => {
		const { handle } = SvelteKitAuth({ ...config, building: true });
		const url = new URL('http://sveltekit-prerender/about');
		const event = { url, request: new Request(url), locals: {}, route: { id: '/about' }, params: {} };
		const answer = await handle({
			event: event as unknown as RequestEvent,
			resolve: async ({ locals }) => Response.json(await locals.auth()),
		});
		expect([answer.status, await answer.json()]).toEqual([200, null]);
		// SolidStart's build imports the module and asks for nothing.
		SolidAuth(config);
	});
	expect(logs).toEqual([]);
});

/** The variables that `docker run` hands over; one without a value is taken from the shell. */
function environmentOf(command: string, shell: Record<string, string>): Record<string, string> {
	const said = [...command.matchAll(/--env (\w+)(?:=(\S+))?/g)];
	return Object.fromEntries(said.map(([, name = '', value]) => [name, value ?? shell[name] ?? '']));
}

describe.each(integrations)('docs/needs/docker.md on %s', (integration) => {
	const make = (env: Record<string, string>) =>
		makeApplication(integration, { providers: [password] }, { origin: 'https://app.example.com', env });

	test('what the command hands over is enough', async () => {
		const app = make(environmentOf(page.text('start'), { AUTH_SECRET: secret }));
		expect(await whoIs(await signedIn(app))).toBe('ada');
		expect(app.logs.filter(({ level }) => level !== 'debug')).toEqual([]);
	});

	test('without the secret pages show nobody, guards are shut, and the log says why', async () => {
		const app = make(environmentOf(page.text('start'), {}));
		const person = new Person(app);
		expect(await whoIs(person)).toBeNull();
		expect((await person.visit('/dashboard', { follow: false })).status).toBeGreaterThan(300);
		expect((await person.visit(`${app.basePath}/providers`)).status).toBe(500);
		expect(app.logs.map(({ text }) => text).join()).toContain('AUTH_SECRET is not set');
	});
});
