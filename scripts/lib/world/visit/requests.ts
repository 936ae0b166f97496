import type { WireRequest } from '../../attack/wire.ts';
import type { Aim, Place, World } from '../model.ts';
import { Random } from '../plan/random.ts';
import { type Address, addressesOf } from '../plan/segments.ts';

/** A request that a browser or a program of the application sends: it leads to the entry that it aims at. */
export interface Polite {
	place: Place;
	aim: Aim;
	address: Address;
	request: WireRequest;
}

/** Addresses of one route besides the ordinary ones. */
const mostSpecial = 8;

/** Every entry of a route, at each of its addresses. */
export function politeRequests(world: World, place: Place, origin: string): Polite[] {
	const { seed, dress } = world;
	const addresses = addressesOf(place.segments, new Random(seed + place.id.length), mostSpecial);
	return addresses.flatMap((address) =>
		place.aims.map((aim) => ({
			place,
			aim,
			address,
			request: requestOf(aim, dress.base + (address.path === '/' && dress.base ? '' : address.path), origin),
		})),
	);
}

/** Also those that `reroute` leads to a route. */
export function aliasRequests(world: World, places: readonly Place[], origin: string): Polite[] {
	const { aliases, base } = world.dress;
	return places.flatMap((place) => {
		const addresses = addressesOf(place.segments, new Random(0), 0);
		return addresses.flatMap((address) =>
			Object.entries(aliases)
				.filter(([, to]) => to === address.path)
				.flatMap(([from]) =>
					place.aims.map((aim) => ({ place, aim, address, request: requestOf(aim, base + from, origin) })),
				),
		);
	});
}

const html = ['accept', 'text/html'] as const;
const json = ['accept', 'application/json'] as const;

function requestOf({ kind, name }: Aim, target: string, origin: string): WireRequest {
	const own = ['origin', origin] as const;
	const get = { method: 'GET', body: '' };
	switch (kind) {
		case 'data request':
			return { ...get, target: `${target === '/' ? '' : target}/__data.json`, headers: [] };
		case 'action': {
			const form = ['content-type', 'application/x-www-form-urlencoded'] as const;
			const query = name === 'default' ? '' : `?/${name}`;
			return { method: 'POST', target: target + query, headers: [form, own, html], body: 'a=1' };
		}
		case 'endpoint':
			return {
				method: name === undefined || name === 'fallback' ? 'PROPFIND' : name,
				target,
				headers: [own, json],
				body: '',
			};
		default:
			return { ...get, target, headers: [html] };
	}
}

/** The same request as nobody but an attacker sends it. */
export function twisted({ request }: Polite, { framework, dress }: World): WireRequest[] {
	const { target, method, headers } = request;
	const [path = '', query] = target.split(/(?=\?)/);
	const { base } = dress;
	const within = path.slice(base.length);
	const first = within.replace(
		/^\/([a-z])/i,
		(_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`,
	);
	const again = (changed: string) => ({ ...request, target: changed + (query ?? '') });
	const texts = [
		`${path}/`,
		`${base}/${within}`,
		base + first,
		base + within.toUpperCase(),
		`${path}//`,
		`${path};x`,
	];
	if (base !== '') texts.push(within, base.toUpperCase() + within, base + path, `${base}/..${path}`);
	const asked = [...new Set(texts)].filter((text) => text.startsWith('/') && text !== path).map(again);
	const more: WireRequest[] = method === 'GET' ? [{ ...request, method: 'HEAD' }] : [];
	if (framework === 'sveltekit' && method === 'GET') {
		const page = path.replace(/\/?__data\.json$/, '');
		const nodes = ['1', '01', '001', '0001', '00001'].map((bits) => `?x-sveltekit-invalidated=${bits}`);
		const slash = '?x-sveltekit-trailing-slash=1';
		const data = [...nodes, slash].map((text) => `${page}/__data.json${text}`);
		more.push(...data.map((text) => ({ ...request, target: text, headers: [] })));
		more.push({ ...request, target: `${page}.html__data.json` });
	}
	if (framework === 'sveltekit' && method === 'POST')
		more.push({
			...request,
			headers: [
				...headers.filter((one) => one !== html),
				['accept', 'application/json'],
				['x-sveltekit-action', 'true'],
			],
		});
	return [...asked, ...more];
}
