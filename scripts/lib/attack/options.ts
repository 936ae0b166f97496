import { parseArgs } from 'node:util';
import { shortestSecret } from './leaks.ts';
import { type Framework, frameworks } from './table.ts';

export interface AttackCommand {
	/** `http://127.0.0.1:3000`, and what the application lies below. */
	origin: string;
	path: string;
	secrets: string[];
	/** Undefined: look at the host. */
	framework: Framework | undefined;
	/** Header of somebody who is signed in. */
	cookie: string | undefined;
	headers: (readonly [name: string, value: string])[];
	/** Places that rows speak of, by name. */
	values: Record<string, string>;
	/** Generated requests. */
	count: number;
	seed: number;
	json: boolean;
}

export const usage = `npm run attack -- --url <base> --path </dashboard> --secret <text>

  --url <base>            where the host answers: http://127.0.0.1:3000
  --path </dashboard>     the guarded path, as people see it (with the application's base, if it has one)
  --secret <text>         a text that only people who are signed in may see; several times for several
  --framework <name>      sveltekit or solid-start; found out by looking at the host unless given
  --cookie <header>       "authjs.session-token=...": checks that somebody who is signed in passes
  --header <name: value>  sent with every request, such as the password of a staging site; several times for several
  --open </login>         a page for everybody; default /signin
  --alias </other>        an address that reroute leads to the path
  --layered </path/page>  a page behind a layout's guard; default the path itself
  --count <number>        generated requests; default 300
  --seed <number>         of the generated requests, to repeat a run
  --json                  results as JSON on stdout

Attack only what is yours. Exit codes: 0 nothing got out, 1 a leak, a crash, or a person who was kept out, 2 wrong usage.`;

/** @returns what is wrong, as a text, when it cannot be understood; `help` when help is asked for */
export function readOptions(argv: string[]): AttackCommand | string | 'help' {
	const parsed = parse(argv);
	if (typeof parsed === 'string') return parsed;
	const {
		url,
		path,
		secret = [],
		framework,
		cookie,
		open = '/signin',
		alias,
		layered,
		json = false,
	} = parsed;
	if (parsed.help) return 'help';
	const missing = [
		...(url === undefined ? ['--url'] : []),
		...(path === undefined ? ['--path'] : []),
		...(secret.length === 0 ? ['--secret'] : []),
	];
	if (url === undefined || path === undefined || missing.length > 0) return `missing: ${missing.join(', ')}`;
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
		return `--url ${url}: not an http or https address`;
	const place = new URL(url);
	if (place.pathname !== '/' || place.search !== '' || place.hash !== '')
		return `--url ${url}: no path here; write --url ${place.origin} --path ${place.pathname.replace(/\/$/, '')}${path}`;
	if (!/^\/[^\s?#\\]*[^\s?#\\/]$/.test(path) || !isAscii(path))
		return `--path ${path}: write a path like /dashboard, percent-encoded where it has to be, without query`;
	const short = secret.find((text) => text.length < shortestSecret);
	if (short !== undefined)
		return `--secret ${JSON.stringify(short)}: at least ${shortestSecret} characters, or it turns up by accident`;
	if (framework !== undefined && !isFramework(framework))
		return `--framework ${framework}: one of ${frameworks.join(', ')}`;
	const headers = (parsed.header ?? []).map((line) => /^([\w-]+):\s*(.*)$/.exec(line)?.slice(1));
	if (headers.includes(undefined)) return '--header: write "name: value"';
	const numbers = [parsed.count ?? '300', parsed.seed ?? String(Date.now() % 2 ** 31)];
	const wrong = numbers.find((text) => !/^\d{1,10}$/.test(text));
	if (wrong !== undefined) return `${wrong}: not a whole number`;
	const [count = 0, seed = 0] = numbers.map(Number);
	return {
		origin: place.origin,
		path,
		secrets: secret,
		framework,
		cookie,
		headers: headers.map((header) => [header?.[0] ?? '', header?.[1] ?? ''] as const),
		values: {
			open,
			'sign-in': open,
			layered: layered ?? path,
			origin: place.origin,
			...(alias === undefined ? {} : { alias }),
		},
		count,
		seed,
		json,
	};
}

const isFramework = (text: string): text is Framework => (frameworks as readonly string[]).includes(text);
const isAscii = (text: string): boolean => /^[\x21-\x7e]*$/.test(text);

function parse(argv: string[]) {
	const text = { type: 'string' } as const;
	const options = {
		...{ url: text, path: text, framework: text, cookie: text, open: text, alias: text, layered: text },
		...{ count: text, seed: text },
		secret: { type: 'string', multiple: true },
		header: { type: 'string', multiple: true },
		json: { type: 'boolean' },
		help: { type: 'boolean', short: 'h' },
	} as const;
	try {
		return parseArgs({ args: argv, options, strict: true, allowPositionals: false }).values;
	} catch (error) {
		return (error as Error).message;
	}
}
