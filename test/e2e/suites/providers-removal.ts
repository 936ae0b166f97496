import { expect, test } from 'vitest';
import type { Added } from './providers.ts';

interface Told {
	exitCode: number;
	next: {
		providers: { id: string; callbackUrls: { development: string; production: string } }[];
		fillIn: string[];
	};
}

/** Adding one provider twice, taking one of the two away again, and adding it again. */
export function describeRemoval(get: () => Added): void {
	const valuesOf = (name: string) => {
		const { clientId, clientSecret, issuer } = get().provider;
		return {
			[`AUTH_${name}_ID`]: clientId,
			[`AUTH_${name}_SECRET`]: clientSecret,
			[`AUTH_${name}_ISSUER`]: issuer,
		};
	};

	test('a provider is added with the values that are piped in', async () => {
		const { host, callbacks, provider } = get();
		const { output } = await host.pipe(valuesOf('KEYCLOAK'), 'add-provider', 'keycloak', '--stdin');
		expect(output).not.toContain(provider.clientSecret);
		expect(output).not.toContain('Fill in .env');
		callbacks.set('keycloak', /Callback URL: (\S+)/.exec(output)?.[1] ?? '');
		await host.commit();
	});

	const addStaff = () =>
		get().host.pipe(valuesOf('STAFF'), 'add-provider', 'keycloak', '--id', 'staff', '--stdin', '--json');

	test('a second one is added under an id of its own, and gone without a trace when it is removed', async () => {
		const { host, callbacks, provider } = get();
		const before = await host.files();
		const { stdout, output } = await addStaff();
		expect(output).not.toContain(provider.clientSecret);
		const { exitCode, next } = JSON.parse(stdout) as Told;
		expect([exitCode, next.fillIn, next.providers.map(({ id }) => id)]).toEqual([0, [], ['staff']]);
		callbacks.set('staff', next.providers[0]?.callbackUrls.development ?? '');

		const after = await host.files();
		expect(after).not.toEqual(before);
		await host.commit();
		const { output: removed } = await host.pipe({}, 'remove-provider', 'staff', '--variables');
		expect(removed).not.toContain(provider.clientSecret);
		expect(await host.files()).toEqual(before);
		await host.commit();

		await addStaff();
		expect(await host.files()).toEqual(after);
		await host.commit();
		const again = JSON.parse((await addStaff()).stdout) as Told;
		expect(again.exitCode).toBe(0);
		expect(await host.files()).toEqual(after);
	});
}
