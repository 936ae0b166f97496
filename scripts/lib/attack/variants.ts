import fc from 'fast-check';
import { headers } from './headers.ts';
import type { Framework, Places } from './table.ts';
import { tricks } from './tricks.ts';
import type { WireRequest } from './wire.ts';

/** Says whether a server can make sense of the percent signs in a target; SolidStart 2's never answers some others. */
export function isDecodable(target: string): boolean {
	try {
		decodeURIComponent(target);
		return true;
	} catch {
		return false;
	}
}

/**
 * Requests that nobody wrote down: a place below the guarded path (or the address of a function), up to three tricks
 * upon it, any method, and headers that frameworks and proxies are known to read.
 *
 * @param below what else lies there: `/api`, `/item/7`
 */
export function variants(
	framework: Framework,
	places: Places,
	below: readonly string[] = [],
): fc.Arbitrary<WireRequest> {
	const { path, values, functions } = places;
	const { open = '/', origin = '' } = values;
	const ids = functions.map((one) => one['function:header'] ?? one.function ?? '');
	return fc
		.record({
			method: methods,
			target: fc
				.tuple(startsOf(framework, places, below), few(tricks(framework, path, open), [2, 5, 3, 1]))
				.map(([start, list]) => list.reduce((text, trick) => trick(text), start)),
			query: few(fc.constantFrom(...queries(framework, path, functions)), [6, 2, 1]),
			headers: few(headers(framework, { path, open, origin, ids }), [3, 3, 2, 1]),
			// Without it, servers refuse whatever changes something, and nothing else is tried.
			sameOrigin: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
			body: fc.constantFrom('', 'a=1', '{}', '{"payload":"","refreshes":[]}', '{"payloads":["WyJvbmUiXQ"]}'),
		})
		.map(({ method, target, query, headers: some, sameOrigin, body }) => {
			const reads = /^(GET|HEAD|OPTIONS)$/i.test(method);
			const own = reads || !sameOrigin ? [] : [['origin', origin] as const];
			const named = new Map([...own, ...some].map((header) => [header[0].toLowerCase(), header]));
			return {
				method,
				target: withQuery(target, query),
				headers: [...named.values()],
				body: reads ? '' : body,
			};
		});
}

/** A list whose length is `n` with weight `weights[n]`: most of what is piled up high leads nowhere. */
function few<T>(arbitrary: fc.Arbitrary<T>, weights: readonly number[]): fc.Arbitrary<T[]> {
	return fc.oneof(
		...weights.map((weight, length) => ({
			weight,
			arbitrary: fc.array(arbitrary, { minLength: length, maxLength: length }),
		})),
	);
}

function startsOf(framework: Framework, places: Places, below: readonly string[]): fc.Arbitrary<string> {
	const { path, values, functions } = places;
	const pages = [path, ...below.map((tail) => path + tail), ...(values.alias ? [values.alias] : [])];
	const addresses = functions.map((one) =>
		framework === 'sveltekit' ? `/_app/remote/${one.function}` : `/_server?${one['function:query']}`,
	);
	return fc.oneof(
		{ weight: 3, arbitrary: fc.constant(path) },
		{ weight: 2, arbitrary: fc.constantFrom(...pages) },
		...(addresses.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...addresses) }] : []),
	);
}

const methods = fc.oneof(
	{ weight: 8, arbitrary: fc.constant('GET') },
	{ weight: 3, arbitrary: fc.constant('POST') },
	{
		weight: 2,
		arbitrary: fc.constantFrom(
			...[
				'HEAD',
				'OPTIONS',
				'PUT',
				'PATCH',
				'DELETE',
				'TRACE',
				'PROPFIND',
				'MKCOL',
				'PURGE',
				'REPORT',
				'QUERY',
			],
			...['get', 'Post', 'GET2', 'SUBSCRIBE', 'M-SEARCH'],
		),
	},
);

/** Query parameters that mean something to the frameworks, and some that may to others. */
function queries(framework: Framework, path: string, functions: Places['functions']): string[] {
	const any = [
		'',
		'x=1',
		`redirectTo=${path}`,
		'_method=GET',
		'?',
		`/../${path}`,
		'callbackUrl=//evil.example',
	];
	const ids = functions.map((one) => one.function ?? '');
	if (framework === 'solid-start')
		return [
			...any,
			...functions.map((one) => one['function:query'] ?? ''),
			...['args=[]', 'name=x', 'id=x', '_data='],
		];
	const nodes = ['1', '01', '001', '0001', '10', ''].map((bits) => `x-sveltekit-invalidated=${bits}`);
	const remote = ids.map((id) => `/remote=${id}`);
	return [
		...any,
		...nodes,
		...remote,
		...['x-sveltekit-trailing-slash=1', 'x-sveltekit-x=1', '/default', '/remote=x/y'],
	];
}

function withQuery(target: string, query: readonly string[]): string {
	if (query.length === 0) return target;
	return `${target}${target.includes('?') ? '&' : '?'}${query.join('&')}`;
}
