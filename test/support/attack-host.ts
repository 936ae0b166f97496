import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Framework, Places } from '../../scripts/lib/attack/table.ts';
import { admin, control, forRole, guarded } from './attack-secrets.ts';
import { solidStartUnderAttack, withSolidControl } from './attack-solid-start.ts';
import {
	type SvelteKitDress,
	svelteKitUnderAttack,
	withControl,
	withRemoteFunctions,
} from './attack-sveltekit.ts';
import type { HostUnderTest, Kind } from './host-under-test.ts';

/** A SvelteKit host with everything in it that the attacks ask for, before authgraft comes. */
export function attacked(kind: Kind, dress: SvelteKitDress): Kind {
	return {
		...kind,
		pages: { ...kind.pages, ...svelteKitUnderAttack(dress) },
		async make(folder) {
			await kind.make(folder);
			if (dress.remote) await change(join(folder, 'vite.config.ts'), withRemoteFunctions);
		},
	};
}

/** The same for a SolidStart host. Comes after `init`, and after the pages that other tests need. */
export const layOutSolidStart = (host: HostUnderTest): Promise<void> => host.write(solidStartUnderAttack());

/**
 * Guards the parts of a grafted host by the command, then lets the hand-written guard of the control in, in front of all
 * that the command wrote.
 */
export async function guardParts(
	host: HostUnderTest,
	framework: Framework,
	{ more = true } = {},
): Promise<void> {
	await guardPart(host, `/${guarded}`);
	if (!more) return;
	await guardPart(host, `/${forRole}`, '--role', 'admin');
	const [file, withIt] =
		framework === 'sveltekit'
			? ['src/hooks.server.ts', withControl]
			: ['src/middleware.ts', withSolidControl];
	await change(join(host.folder, file), withIt);
}

async function guardPart(host: HostUnderTest, ...args: string[]): Promise<void> {
	const { code, output } = await host.graft('protect-route', ...args, '--yes', '--allow-dirty');
	expect(code, output).toBe(0);
}

/**
 * Lets the credentials of a host know somebody with a role, besides Ada: see `knowAda`, which comes first. Also puts the
 * role into the session, as the runtime's `hasRole` wants it.
 */
export async function knowAdmin(authModule: string): Promise<void> {
	await change(authModule, (text) => {
		const { email, password, name } = admin;
		const known = `if (email === '${email}' && password === '${password}') return { id: 'root', name: '${name}', email };\n\t`;
		const callbacks = `callbacks: {
		session({ session }) {
			Object.assign(session.user ?? {}, { role: session.user?.name === '${name}' ? 'admin' : 'member' });
			return session;
		}
	},
	`;
		return text
			.replace("if (email !== '", () => `${known}if (email !== '`)
			.replace('providers: [', () => `${callbacks}providers: [`);
	});
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
	const before = await readFile(file, 'utf8');
	const after = edit(before);
	if (after === before) throw new Error(`${file} is not as it was:\n${before}`);
	await writeFile(file, after);
}

/** What the placeholders of the tables stand for, in one part of a host under attack. */
export function placesOf(
	framework: Framework,
	part: string,
	origin: string,
	found: readonly Record<string, string>[],
): Places {
	const prerendered = found.filter((one) => one.function?.endsWith('/getPrerendered'));
	const own = `${hashOf(`src/routes/${part}/data.remote.ts`)}/getPrerendered`;
	const common = { origin, 'sign-in': '/signin' };
	const svelteKit = {
		...common,
		open: '/signin',
		alias: `/alias-${part}`,
		'alias-static': `/alias-static-${part}`,
		layered: part === control ? '/layered/inner' : `/${part}/layered/inner`,
		...(prerendered.length > 0 ? { 'function-prerendered': own } : {}),
	};
	return {
		path: `/${part}`,
		values: framework === 'sveltekit' ? svelteKit : { ...common, open: '/leap' },
		functions: found.filter((one) => !prerendered.includes(one)),
	};
}

/** What else lies below a part of a host under attack. */
export const belowOf = (framework: Framework): string[] =>
	framework === 'sveltekit'
		? ['/api', '/deep', '/item/7', '/grouped', '/in/de', '/files/a/b', '/layered/inner']
		: ['/api', '/settings', '/item/7', '/markup'];

/** What SvelteKit makes of the path of a remote module for its address (djb2). */
function hashOf(path: string): string {
	let hash = 5381;
	for (let index = path.length - 1; index >= 0; index--) hash = (hash * 33) ^ path.charCodeAt(index);
	return (hash >>> 0).toString(36);
}
