import {
	locationFor,
	safeTarget,
	wrapRedirectCallback,
} from '../../../../runtime/src/core/http/redirects.ts';
import type { Random } from '../random.ts';
import { must, type Target } from '../target.ts';

const origin = 'https://app.example';
const starts = [
	'/',
	'//',
	'/\\',
	'\\\\',
	'https://',
	'https:',
	'http://',
	'javascript:',
	'java\tscript:',
	'data:',
	'///',
	'/%2f',
	'/.//',
	'/..//',
	'https:\\\\',
	' //',
	'\u0000//',
	'?',
	'#',
	'',
];
const hosts = [
	'evil.example',
	'app.example',
	'app.example.evil.example',
	'app.example:443',
	'app.example@evil.example',
	'APP.EXAMPLE',
	'dashboard',
	'%65vil.example',
	'ｅvil.example',
	'[::1]',
];

const byDefault = wrapRedirectCallback(undefined, '/base');

type Resolve = typeof safeTarget;

/** What decides where people are sent: with the default rule never anywhere else. */
export const redirects = (resolve: Resolve = safeTarget): Target => ({
	name: 'redirects',
	words: [...starts, ...hosts, '@', ':443', '/..', '/./'],
	source: ['/runtime/src/core/http/redirects.ts'],
	short: 3000,
	make: (random: Random) =>
		random.pick(starts) + random.pick(hosts) + random.pick(['', '/x', '?a=b', '#c', '//x', '\\x']),
	async check(input) {
		const target = resolve(input, origin, '/fallback');
		const seen = new URL(target, `${origin}/page`);
		if (target.startsWith('/')) {
			must(seen.origin === origin, 'a path stays on the origin', target);
			must(!/^[/\\]{2}/.test(target), 'a path is not protocol-relative', target);
		} else {
			must(/^[a-z][a-z0-9+.-]*:/i.test(target), 'what is no path is absolute', target);
			must(seen.origin !== origin, 'what is ours is a path', target);
			must(
				!/^(?:javascript|data|vbscript|blob|file|filesystem|about|view-source):$/.test(seen.protocol),
				'no scheme that runs code',
				target,
			);
		}
		// biome-ignore lint/suspicious/noControlCharactersInRegex: a header takes none.
		must(!/[\u0000-\u001f\u007f]/.test(target), 'nothing in it ends a header', target);
		must(resolve(target, origin, '/fallback') === target, 'what is safe stays as it is', target);
		const chosen = new URL(await byDefault({ url: input, baseUrl: origin }));
		must(chosen.origin === origin, 'by default the origin is never left', chosen.href);
		const { location, external } = locationFor(input, { origin, hostOrigin: origin, base: '' });
		must(external || new URL(location, origin).origin === origin, 'what is called ours is ours', location);
	},
});
