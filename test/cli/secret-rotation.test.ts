import { type AuthConfig, setEnvDefaults } from '@auth/core';
import { decode, encode } from '@auth/core/jwt';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { ada, integrations, makeConfig, origin } from '../../runtime/src/testing/fixtures.test.helper.ts';
import { createSessionCookie } from '../../runtime/src/testing/session-cookie.ts';
import { graftedHost } from './support/grafted.ts';

/*
 * Whether a rotation is one: what the command leaves in the env files, read by the runtime and by the core alone.
 */

type Env = Record<string, string>;

const salt = 'authjs.session-token';

/** Who made a session token: it opens with this secret alone. */
async function opensWith(cookie: string, secret: string | undefined): Promise<boolean> {
	const token = decodeURIComponent(cookie.split('=')[1] as string);
	return decode({ token, salt, secret: secret as string }).then(
		(claims) => claims?.email === ada.email,
		() => false,
	);
}

/** The env files of a host before and after each of some rotations. */
async function rotations(count: number): Promise<Env[]> {
	const host = await graftedHost('sveltekit2');
	const states = [parse(host.read('.env'))];
	for (let round = 0; round < count; round++) {
		const { exit, stderr } = await host.run('secret', 'rotate', '--yes', '--allow-dirty');
		expect(exit, stderr).toBe(0);
		states.push(parse(host.read('.env')));
	}
	return states;
}

const added = (before: Env, after: Env): string =>
	Object.values(after).find((value) => !Object.values(before).includes(value)) as string;

describe.each(integrations)('%s', (_, __, makeApplication) => {
	const machine = (env: Env) => makeApplication(makeConfig({ env }));
	const cookieOf = (env: Env) => createSessionCookie(makeConfig({ env }), ada, { url: origin });
	const visit = async (env: Env, cookie: string): Promise<number> =>
		(await machine(env)(new Request(`${origin}/dashboard`, { headers: { cookie } }))).status;

	test('after a rotation the new secret signs, and sessions of before stay, four secrets long', async () => {
		const states = await rotations(5);
		const cookies = await Promise.all(states.map(cookieOf));
		for (const [index, env] of states.entries()) {
			if (index > 0)
				expect(await opensWith(cookies[index] as string, added(states[index - 1] as Env, env))).toBe(true);
			for (let old = 0; old <= index; old++)
				expect(await visit(env, cookies[old] as string), `${old} at ${index}`).toBe(
					index - old < 4 ? 200 : 303,
				);
		}
	});

	test('what the issue wrote, the old one as AUTH_SECRET_1, would go on signing with the old one', async () => {
		const [before, after] = (await rotations(1)) as [Env, Env];
		const fresh = added(before, after);
		const literal = { AUTH_SECRET: fresh, AUTH_SECRET_1: before.AUTH_SECRET as string };
		expect(await opensWith(await cookieOf(literal), before.AUTH_SECRET)).toBe(true);
		expect(await opensWith(await cookieOf(literal), fresh)).toBe(false);
	});

	test('several machines: in one step some people are signed out for a while, in two steps nobody is', async () => {
		const [before, after] = (await rotations(1)) as [Env, Env];
		expect(await visit(before, await cookieOf(after))).toBe(303);
		const known = { AUTH_SECRET: after.AUTH_SECRET_1 as string, AUTH_SECRET_1: after.AUTH_SECRET as string };
		// While a step is rolled out, machines of before and after it stand side by side.
		for (const [one, two] of [
			[before, known],
			[known, after],
		] as const)
			for (const [signs, reads] of [
				[one, two],
				[two, one],
			] as const)
				expect(await visit(reads, await cookieOf(signs))).toBe(200);
	});
});

test('the core alone, as @auth/sveltekit uses it, reads them in the same order', async () => {
	const states = await rotations(4);
	const configs = states.map((env) => {
		const config: AuthConfig = { providers: [] };
		setEnvDefaults(env, config);
		return config.secret as string[];
	});
	expect(configs.map((secrets) => secrets.length)).toEqual([1, 2, 3, 4, 4]);
	for (const [index, secret] of configs.entries()) {
		const token = await encode({ token: { email: ada.email }, salt, secret });
		if (index > 0) expect(secret[0]).toBe(added(states[index - 1] as Env, states[index] as Env));
		const next = configs[index + 1];
		if (next) expect(await decode({ token, salt, secret: next })).toMatchObject({ email: ada.email });
	}
});
