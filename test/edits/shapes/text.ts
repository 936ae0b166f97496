import fc from 'fast-check';

/** Files that are not code: package.json, .env and .gitignore, each with all its habits. */
interface Habits {
	eol: string;
	final: boolean;
	bom: boolean;
}

const habits: fc.Arbitrary<Habits> = fc.record({
	eol: fc.constantFrom('\n', '\r\n'),
	final: fc.boolean(),
	bom: fc.boolean(),
});

const write = (lines: string[], { eol, final, bom }: Habits): string =>
	(bom ? '\uFEFF' : '') + lines.join(eol) + (final && lines.length > 0 ? eol : '');

const packages = fc.dictionary(
	fc.constantFrom(
		'zod',
		'a-package',
		'@scope/a',
		'@auth/core',
		'@authgraft/runtime',
		'@zed/z',
		'Upper',
		'10',
		'é"\\',
	),
	fc.constantFrom('^1.0.0', '*', 'workspace:*', 'file:../x', ''),
	{ maxKeys: 4 },
);

export const manifest: fc.Arbitrary<string> = fc
	.tuple(
		fc.record(
			{
				name: fc.constant('host'),
				type: fc.constant('module'),
				scripts: fc.constant({ dev: 'vite dev', odd: 'echo "a\\tb" // {' }),
				dependencies: packages,
				devDependencies: packages,
				files: fc.constant(['dist', '}']),
				empty: fc.constant({}),
			},
			{ requiredKeys: [] },
		),
		fc.constantFrom(0, 1, 2, 3, 4, '\t'),
		fc.boolean(),
		habits,
	)
	.map(([value, indent, reversed, how]) => {
		const entries = Object.entries(value);
		const ordered = Object.fromEntries(reversed ? entries.reverse() : entries);
		return write(JSON.stringify(ordered, null, indent).split('\n'), how);
	});

const envLines = [
	...[
		'A=1',
		'# a note',
		'',
		'B="two\nlines"',
		"C='# no comment'",
		'export D=4',
		'AUTH_SECRET=',
		'AUTH_SECRET=own',
	],
	...[
		'export AUTH_SECRET=',
		'AUTH_SECRET = ',
		'AUTH_SECRET=""',
		'#AUTH_SECRET=',
		'AUTH_GITHUB_ID=',
		'E=$AUTH_SECRET',
	],
	...[
		"F='open",
		'G="open',
		'H=`open',
		' AUTH_GITHUB_ID=  x # y',
		'XAUTH_SECRET=',
		'nonsense',
		'AUTH_SECRET: yaml',
	],
];
export const env: fc.Arbitrary<string> = fc
	.tuple(fc.array(fc.constantFrom(...envLines), { maxLength: 6 }), habits)
	.map(([lines, how]) => write(lines.join('\n').split('\n'), how));

const patterns = [
	'.env',
	'.env.*',
	'!.env.example',
	'node_modules',
	'/build',
	'# .env',
	' .env ',
	'',
	'.env.local',
	'\\#a',
];
export const ignore: fc.Arbitrary<string> = fc
	.tuple(fc.array(fc.constantFrom(...patterns), { maxLength: 6 }), habits)
	.map(([lines, how]) => write(lines, how));
