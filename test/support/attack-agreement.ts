import { attack, isRefusal, type Target } from '../../scripts/lib/attack/run.ts';
import type { WireRequest } from '../../scripts/lib/attack/wire.ts';
import type { Entry } from '../../src/audit/entry.ts';
import { control, forRole, guarded, secretOf } from './attack-secrets.ts';

/** The functions of a host under attack, and the kinds of the secrets that each tells. */
const functionKinds: Record<string, string> = {
	getSecret: 'query',
	getBatch: 'batch',
	getLive: 'live',
	doCommand: 'command',
	doForm: 'form',
	getPrerendered: 'prerendered',
	getPage: 'page',
	getSettings: 'settings',
	getItem: 'item',
	change: 'action',
	plain: 'plain',
};

/** The same for pages with nothing but the guard of a layout. */
const layeredKinds: Partial<Record<Entry['kind'], string>> = {
	page: 'layered',
	'data request': 'layered',
	action: 'layered-action',
	endpoint: 'layered-endpoint',
};

/** What `authgraft routes` says of an entry, as somebody would see it who asks over HTTP. */
export const saysOpen = ({ guard }: Entry): boolean => guard === 'public' || guard.startsWith('cannot');

/**
 * Whether a stranger gets what an entry of `authgraft routes --json` stands for, as measured; undefined where the
 * entry is nothing that this fixture can ask for.
 *
 * @param told secrets that the tricks of the table got at: a function has no path of its own to ask at, and what stands
 * behind a layout alone is closed to those who ask politely
 */
export async function isOpen(
	entry: Entry,
	target: Target,
	told: ReadonlySet<string>,
): Promise<boolean | undefined> {
	const { kind, file, name, signIn } = entry;
	const part = [guarded, forRole, control].find((one) => new RegExp(`\\b${one}\\b`).test(file));
	if (kind === 'remote function' || kind === 'server function') {
		const known = functionKinds[name ?? ''];
		return part && known ? told.has(secretOf(part, known)) : undefined;
	}
	if (file.includes('/layered/')) return told.has(secretOf(part ?? control, layeredKinds[kind] ?? ''));
	const { answer } = await attack(target, requestFor(entry, target.origin));
	// The sign-in page sends those back to itself who did not fill it in.
	if (signIn) return answer.status !== 401 && answer.status !== 403;
	// A page that only knows other methods, a form without its fields: whatever is no refusal has come through.
	return !isRefusal(answer);
}

/** How a browser or a program would ask for it. */
export function requestFor({ kind, path, name }: Entry, origin: string): WireRequest {
	const address = addressOf(path);
	const form = ['content-type', 'application/x-www-form-urlencoded'] as const;
	const own = ['origin', origin] as const;
	const html = ['accept', 'text/html'] as const;
	switch (kind) {
		case 'data request':
			return {
				method: 'GET',
				target: `${address === '/' ? '' : address}/__data.json`,
				headers: [],
				body: '',
			};
		case 'action': {
			const query = name === undefined || name === 'default' ? '' : `?/${name}`;
			return { method: 'POST', target: address + query, headers: [form, own, html], body: 'a=1' };
		}
		case 'endpoint':
			return {
				method: name === undefined || name === 'fallback' ? 'PROPFIND' : name,
				target: address,
				headers: [own],
				body: '',
			};
		default:
			return { method: 'GET', target: address, headers: [html], body: '' };
	}
}

/** `/blog/[slug]` as somebody would ask for it: every parameter has a value, optional ones are left out. */
function addressOf(path: string): string {
	const segments = path
		.split('/')
		.filter((segment) => segment !== '' && !segment.startsWith('[['))
		.map((segment) => segment.replace(/\[\.\.\.[^\]]+\]/g, 'a/b').replace(/\[[^\]]+\]/g, '7'));
	return `/${segments.join('/')}`;
}
