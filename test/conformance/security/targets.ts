/** Where the application under attack runs. */
export const origin = 'http://app.example:3000';

const hop = (text: string) => encodeURIComponent(text);

/** A target as a test's name shows it. */
export const shown = (target: string) =>
	JSON.stringify(target.length > 60 ? `${target.slice(0, 60)}…` : target);

/**
 * What somebody may ask for as the page to go to after signing in, and where they may end: a path of the
 * application. Everything foreign ends at `/`.
 */
export const targets: readonly (readonly [wanted: string, ends: string])[] = [
	// Controls: these must keep working, or the table would pass with a redirect that ignores its target.
	['/welcome', '/welcome'],
	['/welcome?a=1&b=%2F#c', '/welcome?a=1&b=%2F#c'],
	[`${origin}/welcome`, '/welcome'],
	['http://APP.EXAMPLE:3000/welcome', '/welcome'],
	['//app.example:3000/welcome', '/welcome'],
	['welcome', '/welcome'],
	['/größe', '/gr%C3%B6%C3%9Fe'],
	// Another host without its scheme.
	['//evil.example', '/'],
	['///evil.example', '/'],
	['////evil.example', '/'],
	['/\\evil.example', '/'],
	['\\\\evil.example', '/'],
	['\\/evil.example', '/'],
	['/\\/evil.example', '/'],
	['/\t/evil.example', '/'],
	['/\n/evil.example', '/'],
	['/\r\n/evil.example', '/'],
	['\t//evil.example', '/'],
	[' //evil.example', '/'],
	['\u0000//evil.example', '/'],
	['\u00a0//evil.example', '/'],
	['\u2028//evil.example', '/'],
	['/./\\evil.example', '/evil.example'],
	['/.//evil.example', '/evil.example'],
	['/..//evil.example', '/evil.example'],
	['/x/..//evil.example', '/evil.example'],
	['/%2e%2e//evil.example', '/evil.example'],
	['/%2e/%2e//evil.example', '/evil.example'],
	// Encoded: on the wire they stay inside a path.
	['%2f%2fevil.example', '/%2f%2fevil.example'],
	['/%2f%2fevil.example', '/%2f%2fevil.example'],
	['/%2fevil.example', '/%2fevil.example'],
	['%5c%5cevil.example', '/%5c%5cevil.example'],
	['/%5cevil.example', '/%5cevil.example'],
	['/%09/evil.example', '/%09/evil.example'],
	['/%0d%0aLocation:%20//evil.example', '/%0d%0aLocation:%20//evil.example'],
	['/%252f%252fevil.example', '/%252f%252fevil.example'],
	// Another host with a scheme, as browsers read it.
	['https://evil.example', '/'],
	['http://evil.example', '/'],
	['https:evil.example', '/'],
	['https:/evil.example', '/'],
	['https:\\evil.example', '/'],
	['https:\\\\evil.example', '/'],
	['http:\\\\evil.example', '/'],
	['http:/\\evil.example', '/'],
	['http:///evil.example', '/'],
	['ht\ntp://evil.example', '/'],
	['HTTPS://EVIL.EXAMPLE', '/'],
	['ftp://app.example:3000/', '/'],
	['wss://app.example:3000/', '/'],
	['http:evil.example', '/evil.example'],
	// Almost the application.
	['http://app.example:3001/', '/'],
	['http://app.example/', '/'],
	['https://app.example:3000/', '/'],
	['http://app.example.:3000/', '/'],
	['http://app.example:3000.evil.example/', '/'],
	['http://app.example:3000@evil.example/', '/'],
	['http://app.example:3000%40evil.example/', '/'],
	['http://app.example%2eevil.example:3000/', '/'],
	['http://evil.example/http://app.example:3000/', '/'],
	['http://evil.example#@app.example:3000/', '/'],
	['http://evil.example?@app.example:3000/', '/'],
	['http://evil.example\\@app.example:3000/', '/'],
	['http://notapp.example:3000/', '/'],
	['http://app.example.evil.example:3000/', '/'],
	['http://аpp.example:3000/', '/'],
	['http://xn--pp-6kc.example:3000/', '/'],
	['http://app。example.evil.example:3000/', '/'],
	['http://ada:secret@app.example:3000/welcome', '/welcome'],
	['http://[::1]:3000/', '/'],
	['http://127.0.0.1:3000/', '/'],
	// Code, and what is neither page nor site.
	['javascript:alert(1)', '/'],
	['JaVaScRiPt:alert(1)', '/'],
	['java\nscript:alert(1)', '/'],
	[' javascript:alert(1)', '/'],
	['\u0001javascript:alert(1)', '/'],
	['javascript://app.example:3000/%0aalert(1)', '/'],
	['data:text/html,<script>alert(1)</script>', '/'],
	['vbscript:msgbox(1)', '/'],
	['file:///etc/passwd', '/'],
	['blob:http://app.example:3000/1', '/'],
	['view-source:http://evil.example', '/'],
	['mailto:ada@evil.example', '/'],
	['about:blank', '/'],
	// No URL at all.
	['http://', '/'],
	['http://[', '/'],
	['//', '/'],
	['//:0', '/'],
	['http://app.example:99999/', '/'],
	// No cookie keeps more than 4096 characters.
	[`/${'a'.repeat(3000)}`, `/${'a'.repeat(3000)}`],
	[`/${'a'.repeat(5000)}`, '/'],
	[`/${'a'.repeat(100_000)}`, '/'],
	[`https://evil.example/${'a'.repeat(5000)}`, '/'],
	// A whole target hidden in another.
	[`/welcome?callbackUrl=${hop('//evil.example')}`, `/welcome?callbackUrl=${hop('//evil.example')}`],
	['/welcome\r\nSet-Cookie: a=b', '/welcomeSet-Cookie:%20a=b'],
];

/** One of each kind, for the ways that take long. */
export const oneOfEachKind = targets.filter(([wanted]) =>
	[
		'/welcome',
		`${origin}/welcome`,
		'//evil.example',
		'/\\evil.example',
		'/\t/evil.example',
		'/..//evil.example',
		'/%2f%2fevil.example',
		'https://evil.example',
		'https:evil.example',
		'http://app.example:3001/',
		'http://app.example:3000@evil.example/',
		'http://аpp.example:3000/',
		'javascript:alert(1)',
		'data:text/html,<script>alert(1)</script>',
		'blob:http://app.example:3000/1',
		'mailto:ada@evil.example',
		'http://[',
	].includes(wanted),
);
