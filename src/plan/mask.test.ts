import { parse } from 'dotenv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSecret, maskEnv } from './mask.ts';

const PEM = '-----BEGIN KEY-----\nAUTH_SECRET=leak\n# leak\n\nleakLEAK+/==\n-----END KEY-----';

describe('maskEnv', () => {
	test.each([
		['plain', 'A=leak\nB=leak\n', 'A=***\nB=***\n'],
		['no final newline', 'A=leak', 'A=***'],
		['nothing', '', ''],
		['empty values', 'A=\nB=""\nC= \n', 'A=\nB=***\nC= \n'],
		[
			'comments and blank lines',
			'# keep https://a.b/?c=d\n\n  # keep\nA=leak\n#\n',
			'# keep https://a.b/?c=d\n\n  # keep\nA=***\n#\n',
		],
		['blanks', '  A = leak leak \n\tB\t=leak\n', '  A = *** \n\tB\t=***\n'],
		['export', 'export A=leak\nexport  B="leak"\n', 'export A=***\nexport  B=***\n'],
		['colons', 'A: leak\nB:leak\n', 'A: ***\n***\n'],
		[
			'colons: what looks like a comment may be a value',
			'A: leak # leak\nB: "leak" # leak\n',
			'A: ***\nB: ***\n',
		],
		[
			'a key without quotes, with a name and a hash in it',
			'K=-----BEGIN\nleakLEAK\nleak= # leak\n',
			'K=***\n***\n***\n',
		],
		['all quotes', `A="leak"\nB='leak'\nC=\`leak\`\n`, 'A=***\nB=***\nC=***\n'],
		['quotes in quotes', `A="le'ak"\nB='l"e"ak' # keep\n`, 'A=***\nB=*** # keep\n'],
		['escaped quotes', 'A="leak\\"leak\n# leak\n"\nB=leak\n', 'A=***\n***\n***\nB=***\n'],
		['a backslash before the closing quote', "A='C:\\leak\\'\nB=leak\n", 'A=***\nB=***\n'],
		['CRLF', 'A=leak\r\n# keep\r\nB="leak\r\nleak"\r\n', 'A=***\r\n# keep\r\nB=***\r\n***\r\n'],
		['lone CR', 'A=leak\rB=leak\r', 'A=***\rB=***\r'],
		['BOM', '\uFEFFA=leak\n', '\uFEFFA=***\n'],
		['BOM and comment', '\uFEFF# keep\n', '\uFEFF# keep\n'],
		[
			'comment after a value',
			'A=leak # keep\nB="leak" # keep\nC= # keep\n',
			'A=*** # keep\nB=*** # keep\nC= # keep\n',
		],
		['hash in a value', 'A=le#ak\nB=leak #leak\nC="leak # leak"\nD=#leak\n', 'A=***\nB=***\nC=***\nD=***\n'],
		['text after quotes', 'A="leak"leak\nB="leak" leak\n', 'A=***\nB=***\n'],
		['multi-line double quotes', `K="${PEM}"\nB=leak\n`, 'K=***\n***\n***\n\n***\n***\nB=***\n'],
		['multi-line single quotes', `K='${PEM}' # keep\nB=leak`, 'K=***\n***\n***\n\n***\n*** # keep\nB=***'],
		['multi-line backticks', `K=\`${PEM}\`\nB=leak\n`, 'K=***\n***\n***\n\n***\n***\nB=***\n'],
		[
			'a key without quotes',
			'K=-----BEGIN\nleakLEAK\nleak+/==\nleak=\nB=leak\nb=leak\n',
			'K=***\n***\n***\n***\nB=***\nb=***\n',
		],
		[
			'CRLF and a key without quotes',
			'K=-----BEGIN\r\nleakLEAK/\r\nleak=\r\nB=leak\r\n',
			'K=***\r\n***\r\n***\r\nB=***\r\n',
		],
		['a quote that never closes', 'A="leak\nleak==\n# leak\nB=leak\n', 'A=***\n***\n***\n***\n'],
		['a value on the next line', 'A=\n"leak\n# leak\n"\nB=leak\n', 'A=\n***\n***\n***\nB=***\n'],
		['no assignment', 'leak\nleak leak\n=leak\n1A=leak\n', '***\n***\n***\n***\n'],
		[
			'commented out',
			'# A=leak\n#B="leak"\n## export C = leak\nD=leak # E=leak\n',
			'# A=***\n#B=***\n## export C = ***\nD=*** # E=***\n',
		],
		[
			'commented out, multi-line',
			`#A="leak\n# leak\n# leak"\n# keep\nB=leak\n`,
			'#A=***\n***\n***\n# keep\nB=***\n',
		],
		['commented out, CRLF', `#A='leak\r\n# leak'\r\n# keep\r\n`, '#A=***\r\n***\r\n# keep\r\n'],
		['commented out, never closed', '#A="leak\n# leak\nB=leak\n# keep\n', '#A=***\n***\nB=***\n# keep\n'],
		['values that look masked', 'A=***\nB="***"\n', 'A=***\nB=***\n'],
	])('%s', (_, text, masked) => {
		expect(maskEnv(text)).toBe(masked);
		expect(maskEnv(masked)).not.toMatch(/leak/i);
	});

	test('never shows a value, however files are put together', () => {
		let secrets = 0;
		const quote = fc.constantFrom('"', "'", '`', '');
		const value = fc
			.array(
				fc.constantFrom(
					'LEAK',
					'leak',
					' ',
					'#',
					' # ',
					'\n',
					'\r\n',
					'=',
					'A=',
					'\\',
					'"',
					"'",
					'`',
					'$',
					': ',
				),
				{
					maxLength: 8,
				},
			)
			.map((parts) => parts.join(''));
		const line = fc.oneof(
			fc.constantFrom('# keep', '', '#', '   '),
			fc.record({ name: fc.constantFrom('A', 'AUTH_SECRET', 'b.c-d', 'export X'), quote, value }).map(
				// What ends a value of this kind may not stand in it: such files mean something else to every reader.
				({ name, quote, value }) => {
					const inside =
						quote === ''
							? value.replace(/[\r\n"'`#\\]/g, '')
							: value.replaceAll(quote, '').replaceAll('\\', '');
					return `${name}=${quote}${inside}${quote}`;
				},
			),
		);
		const newline = fc.constantFrom('\n', '\r\n');
		fc.assert(
			fc.property(fc.array(line, { maxLength: 8 }), newline, fc.boolean(), (lines, newline, final) => {
				const text = lines.join(newline) + (final ? newline : '');
				const masked = maskEnv(text);
				expect(masked).not.toMatch(/leak/i);
				expect(masked.split(/\r\n|\n/)).toHaveLength(text.split(/\r\n|\n/).length);
				expect(masked.match(/\r?\n/g)).toEqual(text.match(/\r?\n/g));
				for (const [name, value] of Object.entries(parse(text))) {
					expect(masked).toContain(name);
					if (/leak/i.test(value)) secrets++;
				}
				for (const line of lines.filter((line) => line === '# keep')) expect(masked).toContain(line);
			}),
			{ numRuns: 2_000 },
		);
		expect(secrets).toBeGreaterThan(500);
	});

	test('shows nothing of what dotenv reads as a value, in any text at all', () => {
		const lines = ['NAME=VALUE', '\nNAME=', '\nNAME="', "\nNAME='", '\nexport NAME: ', '\n# ', '\r'];
		const marks = ['VALUE', 'VALUE', 'VALUE', '"', "'", '`', '\\', '=', '#', ' ', ' # ', '\n', ': '];
		const pieces = fc.array(fc.constantFrom(...lines, ...marks), { maxLength: 24, size: 'max' });
		let secrets = 0;
		fc.assert(
			fc.property(pieces, (parts) => {
				// Every one is told apart from the others, and none can be a name.
				const text = parts
					.map((part, index) => part.replace('NAME', `N${index}`).replace('VALUE', `9<${index}>`))
					.join('');
				const masked = maskEnv(text);
				for (const secret of Object.values(parse(text)).flatMap((value) => value.match(/9<\d+>/g) ?? [])) {
					secrets++;
					expect(masked).not.toContain(secret);
				}
			}),
			{ numRuns: 20_000 },
		);
		expect(secrets).toBeGreaterThan(2_000);
	});
});

test('isSecret knows env files that do not say so', () => {
	const secret = [
		'.env',
		'app/.env',
		'.env.local',
		'.env.production.local',
		'.dev.vars',
		'.dev.vars.staging',
	];
	const open = [
		'.env.example',
		'.env.sample',
		'app/.env.template',
		'src/env.ts',
		'x.env',
		'.environment',
		'env',
		'.envrc',
	];
	expect(secret.filter((path) => isSecret({ path }))).toEqual(secret);
	expect(open.filter((path) => isSecret({ path }))).toEqual([]);
	expect(isSecret({ path: 'src/env.ts', secret: true })).toBe(true);
});
