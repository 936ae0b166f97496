import fc from 'fast-check';
import type { Framework } from './table.ts';

export type Header = readonly [name: string, value: string];

/** What the values of headers are made of. */
export interface Words {
	path: string;
	open: string;
	origin: string;
	/** Of functions, as a header names them. */
	ids: readonly string[];
}

/** Headers that a framework, a proxy or somebody's middleware reads. */
export function headers(framework: Framework, words: Words): fc.Arbitrary<Header> {
	const { path, open, origin, ids } = words;
	const named = fc.tuple(
		fc.constantFrom(...pathHeaders.any, ...pathHeaders[framework]),
		fc.constantFrom(path, open, '/', `${path}/__data.json`, 'http://evil.example/'),
	);
	const functionIds = ids.map((id): Header => ['x-server-id', id]);
	const own = framework === 'sveltekit' ? ownOfSvelteKit : [...ownOfSolidStart, ...functionIds];
	return fc.oneof(
		{ weight: 2, arbitrary: named },
		{ weight: 2, arbitrary: fc.constantFrom(...own) },
		{ weight: 2, arbitrary: fc.constantFrom(...kinds) },
		{ weight: 1, arbitrary: fc.constantFrom<Header>(['origin', origin], ...places) },
	);
}

/** Headers that hold a path, and that something between browser and page may take for the real one. */
const pathHeaders: Record<Framework | 'any', readonly string[]> = {
	any: [
		...['x-original-url', 'x-rewrite-url', 'x-original-uri', 'x-override-url', 'x-forwarded-uri'],
		...['x-forwarded-prefix', 'x-forwarded-path', 'x-script-name', 'x-invoke-path', 'x-matched-path'],
		...['x-middleware-rewrite', 'referer'],
	],
	sveltekit: ['x-sveltekit-pathname', 'x-sveltekit-search'],
	'solid-start': ['x-nitro-prerender'],
};

const ownOfSvelteKit = ['action', 'error', 'page', 'prerender', 'trailing-slash', 'invalidated'].map(
	(name): Header => [`x-sveltekit-${name}`, 'true'],
);

const ownOfSolidStart: readonly Header[] = [
	['x-single-flight', 'true'],
	['x-server-instance', 'server-fn:0'],
	['x-middleware-subrequest', 'src/middleware'],
	['x-nitro-route-rules', '{}'],
];

/** What the answer or the body is to be taken for. */
const kinds: readonly Header[] = [
	...['text/html', 'application/json', '*/*', 'text/x-component', ''].map(
		(value): Header => ['accept', value],
	),
	...[
		...['application/x-www-form-urlencoded', 'application/json', 'text/plain'],
		...['multipart/form-data; boundary=x', 'application/x-sveltekit-formdata'],
	].map((value): Header => ['content-type', value]),
	...['GET', 'PUT', 'OPTIONS'].map((value): Header => ['x-http-method-override', value]),
	['sec-fetch-dest', 'empty'],
	['sec-fetch-mode', 'navigate'],
	['purpose', 'prefetch'],
	['range', 'bytes=0-999'],
	['accept-encoding', 'gzip, br'],
	['if-none-match', '*'],
	['upgrade-insecure-requests', '1'],
];

/** Where a request says it comes from and goes to. */
const places: readonly Header[] = [
	['origin', 'null'],
	['origin', 'http://evil.example'],
	['host', 'evil.example'],
	['host', '127.0.0.1:1'],
	['x-forwarded-host', 'evil.example'],
	['x-forwarded-proto', 'https'],
	['x-forwarded-for', '127.0.0.1'],
];
