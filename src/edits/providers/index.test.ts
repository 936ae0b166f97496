import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dress, wear } from '../../../test/edits/dress.ts';
import { type Fixture, fixturesOf } from '../../../test/edits/fixtures.ts';
import { runs } from '../../../test/edits/support.ts';
import { transforms } from '../testing/transforms.ts';
import {
	addProviders,
	type GoneProvider,
	readAuthModule,
	readProviderList,
	removeProviders,
} from './index.ts';
import type { ProviderCode, ProvidersRequest } from './request.ts';

const github: ProviderCode = {
	id: 'github',
	from: '@auth/core/providers/github',
	exported: 'default',
	local: 'GitHub',
	form: { kind: 'bare' },
};
const staff: ProviderCode = {
	id: 'staff',
	from: '@auth/core/providers/keycloak',
	exported: 'default',
	local: 'Keycloak',
	form: { kind: 'lazy', inherit: true, options: [{ name: 'id', value: { text: 'staff' } }] },
};
const declaration = `/**
 * Checks what a person typed.
 */
async function %authorize%({ email }: Partial<Record<string, unknown>>): Promise<User | null> {
	if (typeof email !== 'string') return null;

	// Look the user up here. Until then everybody is refused.
	return null;
}`;
const credentials: ProviderCode = {
	id: 'credentials',
	from: '@auth/core/providers/credentials',
	exported: 'default',
	local: 'Credentials',
	form: {
		kind: 'text',
		text: '%local%({\n\tcredentials: { email: {} },\n\tauthorize: %authorize%\n})',
		declaration,
		imports: [{ module: '@auth/core/types', name: 'User', typeOnly: true }],
	},
};

const goneOf = ({ from, exported, id, form }: ProviderCode): GoneProvider => ({
	from,
	exported,
	id,
	isOwnId: form.kind === 'lazy' && form.options.some(({ name }) => name === 'id'),
	...(form.kind === 'text' && form.declaration ? { declaration: form.declaration } : {}),
	...(form.kind === 'text' && form.imports ? { imports: form.imports } : {}),
});

const add = (content: string, providers: ProviderCode[], path = 'auth.ts') =>
	addProviders(path, content, { place: { kind: 'config' }, env: {}, providers });

function remove(content: string, providers: ProviderCode[], request: Partial<ProvidersRequest> = {}) {
	const { place = { kind: 'config' }, env = {} } = request;
	return removeProviders('auth.ts', content, { place, env, providers: providers.map(goneOf) });
}

const textOf = (result: ReturnType<typeof add>): string => {
	if (result.kind !== 'edited') throw new Error(JSON.stringify(result));
	return result.text;
};

const auth = `import { SvelteKitAuth } from '@auth/sveltekit';
import Google from '@auth/sveltekit/providers/google';

export const { handle } = SvelteKitAuth({
	providers: [
		Google
	]
});
`;

/** What adding and taking away makes of a file; undefined where nothing is added. An empty list is closed. */
function thereAndBack({ path, text, request }: Fixture): { before: string; after: unknown } | undefined {
	const added = transforms['providers/add']?.(path, text, request);
	if (added?.kind !== 'edited') return undefined;
	const asked: Partial<ProvidersRequest> = request;
	const { place = { kind: 'config' }, env = {}, providers = [github] } = asked;
	const back = removeProviders(path, added.text, { place, env, providers: providers.map(goneOf) });
	const closed = (content: string) => content.replace(/\[\s+\]/g, '[]');
	return { before: closed(text), after: back.kind === 'edited' ? closed(back.text) : back };
}

const fixtures = fixturesOf('providers/add');

test.each(fixtures.filter((one) => thereAndBack(one) !== undefined))(
	'$name: what was added and is taken away leaves the file as it was',
	(fixture) => {
		const result = thereAndBack(fixture);
		expect(result?.after).toBe(result?.before);
	},
);

test('the same in any other dress', () => {
	let checked = 0;
	// The first import of a file brings a blank line, and nobody can tell later whose that is.
	// And an import that nothing used goes with us once we used it: `import typeGitHub`, in some dress.
	const lasting = fixtures.filter(
		({ text }) => text.includes('import ') && !text.includes('import type GitHub'),
	);
	fc.assert(
		fc.property(fc.constantFrom(...lasting), dress, (fixture, how) => {
			const result = thereAndBack({ ...fixture, text: wear(fixture.path, fixture.text, how) });
			if (result === undefined) return;
			checked++;
			// A list of nothing but a comment is put on lines of its own, and stays so. Ends of lines may change
			// where they are mixed.
			const joined = (content: unknown) => `${content}`.replace(/[ \t\r]+(?=\n)/g, '').replace(/\s+\]/g, ']');
			expect(joined(result.after)).toBe(joined(result.before));
		}),
		runs(40),
	);
	expect(checked).toBeGreaterThan(10);
});

test('a function that came with a provider goes with it, comments and all', () => {
	const added = textOf(add(auth, [credentials, staff]));
	expect(added).toContain('// Look the user up here.');
	expect(remove(added, [staff, credentials])).toMatchObject({ kind: 'edited', text: auth });
});

test('a function that somebody has written into stays, and what it uses', () => {
	const added = textOf(add(auth, [credentials]));
	const written = added.replace('return null;\n}', 'return findUser(email);\n}');
	const back = remove(written, [credentials]);
	expect(back).toMatchObject({
		kind: 'edited',
		notes: ['Nothing uses `authorize` any more; it stays, since it holds code of yours.'],
	});
	expect(textOf(back)).toContain('return findUser(email);');
	expect(textOf(back)).toContain("import type { User } from '@auth/core/types';");
	expect(textOf(back)).not.toContain('Credentials');
});

test('a function that is used besides stays without a word', () => {
	const added = `${textOf(add(auth, [credentials]))}\nexport { authorize };\n`;
	const back = remove(added, [credentials]);
	expect(back).not.toHaveProperty('notes');
	expect(textOf(back)).toContain('async function authorize(');
});

test('two of one kind share an import and get functions of their own', () => {
	const form = credentials.form.kind === 'text' ? credentials.form : undefined;
	const text = "%local%({\n\tid: 'partners',\n\tauthorize: %authorize%\n})";
	const partners = { ...credentials, id: 'partners', form: { ...form, kind: 'text' as const, text } };
	const added = textOf(add(auth, [credentials, partners]));
	expect(added.match(/import Credentials /g)).toHaveLength(1);
	expect(added).toContain('async function authorize({');
	expect(added).toContain('authorize: authorizePerson');
	expect(add(added, [partners, credentials]).kind).toBe('unchanged');
});

test.each([
	['a list', 'const providers = [Google];\nexport const { handle } = SvelteKitAuth({ providers });\n'],
	[
		'a configuration',
		'const config = { providers: [Google] };\nexport const { handle } = SvelteKitAuth(config);\n',
	],
])('without a type, %s gets functions whose parameter has one', (_, code) => {
	const head = auth.slice(0, auth.indexOf('export'));
	expect(textOf(add(head + code, [staff]))).toContain(
		"(options: Parameters<typeof Keycloak>[0]) => Keycloak({ ...options, id: 'staff' })",
	);
	expect(textOf(add(head + code, [staff], 'auth.js'))).toContain(
		"(options) => Keycloak({ ...options, id: 'staff' })",
	);
});

test.each([
	[
		'a type',
		'const providers: Provider[] = [Google];\nexport const { handle } = SvelteKitAuth({ providers });\n',
	],
	[
		'a cast',
		'const providers = [Google] as Provider[];\nexport const { handle } = SvelteKitAuth({ providers });\n',
	],
	['the call', 'export const { handle } = SvelteKitAuth(async () => ({ providers: [Google] }));\n'],
])('%s says what the parameter is', (_, code) => {
	const head = auth.slice(0, auth.indexOf('export'));
	expect(textOf(add(head + code, [staff]))).toContain("(options) => Keycloak({ ...options, id: 'staff' })");
});

test('a refusal says what to paste', () => {
	const refused = add("export const handle = '';\n", [github, staff, credentials]);
	expect(refused).toMatchObject({ kind: 'refused' });
	expect(refused).toHaveProperty(
		'snippet',
		`import GitHub from '@auth/core/providers/github';
import Keycloak from '@auth/core/providers/keycloak';
import Credentials from '@auth/core/providers/credentials';

providers: [
	GitHub,
	(options) => Keycloak({ ...options, id: 'staff' }),
	Credentials({
		credentials: { email: {} },
		authorize
	})
]

${declaration.replace('%authorize%', 'authorize')}`,
	);
});

test('a text with quotes and line breaks stays one text', () => {
	const odd: ProviderCode = {
		...staff,
		form: { kind: 'lazy', inherit: false, options: [{ name: 'id', value: { text: "it's\n\\" } }] },
	};
	expect(textOf(add(auth, [odd]))).toContain("() => Keycloak({ id: 'it\\'s\\n\\\\' })");
});

test('a module says what it configures', () => {
	const text = `import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';
import Development, { GitHub as Hub } from './own';
import Keycloak from '@auth/core/providers/keycloak';
import Resend from '@auth/sveltekit/providers/resend';

const base = '/auth';
export const { handle } = SvelteKitAuth({
	adapter: Adapter(db),
	basePath: base,
	session: { strategy: 'jwt' },
	experimental: { enableWebAuthn: true },
	pages: { signIn: '/signin', error: \`/oops\`, signOut: page },
	providers: [
		Resend,
		(options) => Keycloak({ ...options, id: 'staff' }),
		{ id: 'own', type: 'oauth' },
		Hub({ id: process.env.ID }),
		...tenants.map((tenant) => Keycloak({ id: tenant })),
		...more
	]
});
`;
	const listed = { id: undefined, isOwnId: false, custom: false, computed: false };
	const keycloak = { from: '@auth/core/providers/keycloak', exported: 'default', local: 'Keycloak' };
	expect(readAuthModule('auth.ts', text)).toEqual({
		kind: 'configured',
		library: '@authgraft/runtime/sveltekit',
		incomplete: true,
		adapter: 'there',
		strategy: 'jwt',
		webAuthn: 'there',
		basePath: '/auth',
		pages: { signIn: '/signin', error: '/oops' },
		line: 7,
		providers: [
			{ ...listed, from: '@auth/sveltekit/providers/resend', exported: 'default', local: 'Resend' },
			{ ...listed, ...keycloak, id: 'staff', isOwnId: true },
			{
				...listed,
				id: 'own',
				isOwnId: true,
				from: undefined,
				exported: undefined,
				local: undefined,
				custom: true,
			},
			{ ...listed, isOwnId: true, from: './own', exported: 'GitHub', local: 'Hub' },
			{ ...listed, ...keycloak, isOwnId: true, computed: true },
		],
	});
});

test.each([
	['adapter: undefined', 'absent'],
	['adapter: null', 'absent'],
	['...shared', 'unknown'],
	['get adapter() { return make(); }', 'unknown'],
	['trustHost: true', 'absent'],
	['adapter', 'there'],
])('an adapter by `%s` is %s', (option, presence) => {
	const text = `import { SvelteKitAuth } from '@auth/sveltekit';
export const { handle } = SvelteKitAuth({ ${option}, providers: [] });
`;
	expect(readAuthModule('auth.ts', text)).toMatchObject({ adapter: presence, providers: [] });
});

test.each([
	[
		'SvelteKitAuth(config)',
		"import { config } from './auth.config';",
		{ kind: 'elsewhere', module: './auth.config', name: 'config' },
	],
	['SvelteKitAuth(config)', "import config from './auth.config';", { kind: 'elsewhere', name: 'default' }],
	[
		'SvelteKitAuth({ providers })',
		"import { list as providers } from './p';",
		{ kind: 'configured', providers: { elsewhere: { module: './p', name: 'list' } } },
	],
	[
		'SvelteKitAuth({ providers: make() })',
		'',
		{ kind: 'configured', providers: { refused: { kind: 'refused', line: 3 } } },
	],
	['SvelteKitAuth(make())', '', { kind: 'refused', line: 3 }],
	['SvelteKitAuth()', '', { kind: 'refused', line: 3, reason: 'calls SvelteKitAuth() without options' }],
	['Other({ providers: [] })', '', { kind: 'none' }],
])('%s with %s', (call, head, expected) => {
	const text = `import { SvelteKitAuth } from '@auth/sveltekit';\n${head}\nexport const { handle } = ${call};\n`;
	expect(readAuthModule('auth.ts', text)).toMatchObject(expected);
});

test.each([
	"import type { AuthConfig } from '@auth/core';\nexport const config: AuthConfig = { providers: [] };\n",
	"import type { AuthConfig as C } from '@auth/core/types';\nexport default { providers: [] } satisfies C;\n",
	"/** @type {import('@auth/core').AuthConfig} */\nconst config = { providers: [] };\nexport { config as options };\n",
	"import GitHub from '@auth/core/providers/github';\nexport const settings = { providers: [] };\n",
	'export const authOptions = { providers: [] };\n',
])('a configuration that another module takes: %j', (text) => {
	expect(readAuthModule('auth.js', text)).toMatchObject({ kind: 'configured', providers: [] });
});

test.each([
	'export const config = { providers: [] };\n',
	"import GitHub from '@auth/core/providers/github';\nconst settings = { providers: [] };\n",
	"import type { SvelteKitAuthConfig } from './types';\nconst config: SvelteKitAuthConfig = { providers: [] };\n",
])('no configuration of sign-in: %j', (text) => {
	expect(readAuthModule('auth.ts', text)).toEqual({ kind: 'none' });
});

test('a list of its own is read by name', () => {
	const text = "import GitHub from '@auth/core/providers/github';\nexport const all = [GitHub];\n";
	expect(readProviderList('p.ts', text, { kind: 'list', name: 'all' })).toMatchObject({
		providers: [{ from: '@auth/core/providers/github', local: 'GitHub' }],
		incomplete: false,
	});
	expect(readProviderList('p.ts', text, { kind: 'list', name: 'other' })).toMatchObject({
		providers: { refused: { reason: 'does not export `other`' } },
	});
});
