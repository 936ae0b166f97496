import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { startServer } from '../../scripts/lib/process/server.ts';

/** Endpoints and providers, as the report has them: `callback URL of github: <origin>/auth/callback/github, as before`. */
interface Told {
	authPath: string;
	providers: string[];
	/** A page that only people who are signed in see. */
	guarded?: string | undefined;
}

/** What a report says that stays, for a host whose report can say it. */
export function toldOf(report: string): Told {
	const lines = [...report.matchAll(/callback URL of (\S+): <origin>(\/\S*)\/callback\/\S+, as before/g)];
	const leftOut = report.includes('credentials-database') ? ['credentials'] : [];
	// Of a configuration that a function gives the report says nothing.
	const found = lines.length > 0 ? lines : [['', 'github', '/auth']];
	return {
		authPath: found[0]?.[2] ?? '',
		providers: found.map(([, id = '']) => id).filter((id) => !leftOut.includes(id)),
	};
}

/** Starts what was built, as in production, and asks it what browsers ask. */
export async function expectAnswers(folder: string, told: Told): Promise<void> {
	const origin = `http://127.0.0.1:${await freePort()}`;
	const server = await startServer({ cwd: folder, args: ['build'], origin, env: environment(origin, told) });
	try {
		await expectEndpoints(origin, told);
		await expectPages(folder, origin, told);
		expect(server.output()).not.toMatch(/error/i);
	} catch (error) {
		throw new Error(`${error}\nThe server said: ${server.output().slice(-4_000)}`, { cause: error });
	} finally {
		await server.stop();
	}
}

function environment(origin: string, { authPath, providers }: Told): Record<string, string> {
	const ofProviders = providers.map((id) => id.toUpperCase().replaceAll('-', '_'));
	return {
		...{ HOST: '127.0.0.1', PORT: new URL(origin).port, ORIGIN: origin },
		// SvelteKit 3 has it in its configuration, and takes https without, unless a proxy says otherwise.
		PROTOCOL_HEADER: 'x-forwarded-proto',
		AUTH_SECRET: 'a-secret-of-at-least-32-characters',
		// Some took the path of their endpoints from here.
		AUTH_URL: origin + authPath,
		...Object.fromEntries(
			ofProviders.flatMap((name) => [
				[`AUTH_${name}_ID`, 'id'],
				[`AUTH_${name}_SECRET`, 'secret'],
				[`AUTH_${name}_ISSUER`, 'https://issuer.test'],
			]),
		),
	};
}

async function expectEndpoints(origin: string, { authPath, providers }: Told): Promise<void> {
	const at = origin + authPath;
	const listed = await fetch(`${at}/providers`);
	expect(listed.status).toBe(200);
	const said = Object.entries<{ callbackUrl: string }>(await listed.json());
	const callbacks = said.map(([id, { callbackUrl }]) => [id, callbackUrl]);
	expect(callbacks.sort()).toEqual(providers.map((id) => [id, `${at}/callback/${id}`]).sort());
	const session = await fetch(`${at}/session`);
	expect(session.status).toBe(200);
	expect(await session.json()).toBeNull();
	// The others are asked for their endpoints first, and there is no network.
	for (const id of providers.filter((id) => id in authorizeAt)) await expectLeadsTo(id, origin, at);
}

const authorizeAt: Record<string, string> = {
	github: 'https://github.com/login/oauth/authorize',
	discord: 'https://discord.com/api/oauth2/authorize',
};

async function expectLeadsTo(id: string, origin: string, at: string): Promise<void> {
	const asked = await fetch(`${at}/csrf`);
	const { csrfToken } = await asked.json();
	const cookie = asked.headers.getSetCookie().map((set) => set.split(';')[0]);
	const answer = await fetch(`${at}/signin/${id}`, {
		method: 'POST',
		headers: { origin, cookie: cookie.join('; '), 'x-forwarded-proto': 'http' },
		body: new URLSearchParams({ csrfToken, callbackUrl: origin }),
		redirect: 'manual',
	});
	const target = new URL(answer.headers.get('location') ?? '', at);
	expect(`${target.origin}${target.pathname}`).toBe(authorizeAt[id]);
	expect(target.searchParams.get('redirect_uri')).toBe(`${at}/callback/${id}`);
}

/** Its home page, its page for signing in, and the one that is made where it has none. */
async function expectPages(folder: string, origin: string, { authPath, guarded }: Told): Promise<void> {
	const base = authPath.startsWith('/app/') ? '/app' : '';
	expect((await fetch(`${origin}${base}/`)).status).toBe(200);
	const own = existsSync(join(folder, 'src/routes/signin/+page.svelte'));
	const page = await fetch(origin + (own ? `${base}/signin` : `${authPath}/signin`));
	expect(page.status).toBe(200);
	expect(await page.text()).toMatch(/<form|<button/);
	if (guarded === undefined) return;
	const turned = await fetch(origin + guarded, { headers: { accept: 'text/html' }, redirect: 'manual' });
	expect(turned.status).toBe(303);
	expect(turned.headers.get('location')).toContain('/signin');
}
