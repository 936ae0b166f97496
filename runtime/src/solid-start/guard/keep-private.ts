import { isCaching, privately, tellShared } from '../../core/http/caching.js';
import { noStore } from '../../core/http/responses.js';
import type { Resolved } from '../../core/types.js';
import type { SolidEvent } from '../types.js';

/** What is used of the events of both majors: `node` is there in SolidStart 1, `errHeaders` in 2. */
interface Sent {
	headers: Pick<Headers, 'get' | 'set' | 'append'>;
	errHeaders?: Headers;
}
interface NativeEvent {
	node?: { res?: { setHeader(name: string, value: unknown): unknown } };
}

const watched = new WeakSet<object>();
const cacheControl = 'cache-control';

/**
 * Keeps the answer to a guarded request out of caches, and out of the browser's, too, unless the page says how long that one
 * may keep it. A guard does not get to see the answer: what is said from now on is looked at when it is said.
 */
export function keepPrivate(event: SolidEvent, { logger }: Resolved): void {
	const { headers, errHeaders } = event.response as unknown as Sent;
	if (watched.has(headers)) return;
	watched.add(headers);
	const { pathname } = new URL(event.request.url);
	const allowed = (name: string, value: string): string | null => {
		tellShared(logger, pathname, name, value);
		return privately(name, value);
	};
	try {
		const said = headers.get(cacheControl);
		headers.set(cacheControl, (said && allowed(cacheControl, said)) || noStore[cacheControl]);
		errHeaders?.set(cacheControl, noStore[cacheControl]);
	} catch {
		// The response has begun.
		return;
	}
	const node = (event as { nativeEvent?: NativeEvent }).nativeEvent?.node?.res;
	// SolidStart 1 writes there what pages, functions of `vinxi/http` and the Response of an API route say.
	const [target, names] = node ? [node, ['setHeader']] : [headers, ['set', 'append']];
	for (const method of names) watch(target, method, allowed);
}

/** Has the headers that are for caches looked at when they are set. */
function watch(
	target: object,
	method: string,
	allowed: (name: string, value: string) => string | null,
): void {
	const original = Reflect.get(target, method);
	// What is said last holds: added to what we have set, it would say both.
	const set = method === 'append' ? Reflect.get(target, 'set') : original;
	const value = (name: string, value: unknown): unknown => {
		const key = String(name).toLowerCase();
		if (!isCaching(key)) return Reflect.apply(original, target, [name, value]);
		const sent = allowed(key, String(value));
		return sent === null ? target : Reflect.apply(set, target, [name, sent]);
	};
	Object.defineProperty(target, method, { value, writable: true, configurable: true });
}
