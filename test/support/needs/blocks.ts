import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { root } from '../../../scripts/bootstrap.mjs';
import { Page } from '../../conformance/support/page.ts';

export type Framework = 'sveltekit' | 'solid-start';

/** Names of the pages of docs/needs. */
export const needs: string[] = globSync('docs/needs/*.md', { cwd: root })
	.map((path) => basename(path, '.md'))
	.filter((name) => name !== 'README')
	.sort();

/** Blocks of code that stand in no host of this framework: each has its own. */
export const ofTheOther: Record<Framework, string[]> = {
	sveltekit: [
		'src/routes/signin.tsx',
		'src/routes/signin.tsx',
		'src/register.ts',
		'src/socket-session.ts',
		'vite.config.ts: options',
	],
	'solid-start': [
		...['src/routes/signin/+page.svelte', 'src/routes/signin/+page.svelte'],
		...['src/routes/register/+page.server.ts', 'src/hooks.server.ts'],
	],
};

/** The code of all pages of docs/needs, taken out of them, as it stands in a host of one framework. */
export class Blocks {
	readonly framework: Framework;
	readonly #pages = new Map(needs.map((name) => [name, new Page(name)]));

	constructor(framework: Framework) {
		this.framework = framework;
	}

	/** Titles of blocks that nothing has taken yet. */
	get left(): string[] {
		return [...this.#pages.values()].flatMap((page) => page.left);
	}

	/** A page, for blocks that a test runs itself. */
	page(need: string): Page {
		const page = this.#pages.get(need);
		if (!page) throw new Error(`There is no docs/needs/${need}.md`);
		return page;
	}

	/** A block that is a file of its own, or a part of one. */
	file(need: string, title: string): string {
		return this.#inFramework(this.page(need).text(title));
	}

	/** A block of options, as a module that exports them. */
	options(need: string): string {
		return this.#inFramework(this.page(need).optionsModule('src/auth.ts: options'));
	}

	/** What pages say of a framework in a comment: `// or /solid-start`; `// SvelteKit: '../other'`; `// SolidStart: ` and a line in place of the one before. */
	#inFramework(code: string): string {
		if (this.framework === 'sveltekit')
			return code.replace(/'[^'\n]*'(?=; \/\/ SvelteKit: ('[^'\n]*'))/g, (_, theirs: string) => theirs);
		return code
			.replace(/^.*\n\/\/ SolidStart: (import .*)$/gm, (_, theirs: string) => theirs)
			.replaceAll('@authgraft/runtime/sveltekit', '@authgraft/runtime/solid-start')
			.replaceAll('example.com/auth', 'example.com/api/auth');
	}
}

/** What both hosts have of the pages, by file. */
export function sharedFiles(blocks: Blocks): Record<string, string> {
	const files: Record<string, string> = {
		'src/api-token.ts': blocks.file('bearer-tokens', 'src/api-token.ts'),
		'src/mobile.ts': blocks.file('bearer-tokens', 'src/mobile.ts'),
		'src/frames.ts': blocks.file('iframes', 'src/frames.ts'),
		'src/auth-client.ts': blocks.file('other-origins', 'src/auth-client.ts of the front end'),
		'src/popup.ts': blocks.file('popups', 'src/popup.ts'),
		'src/attempts.ts': blocks.file('rate-limits', 'src/attempts.ts'),
		'src/lib/sign-in-as.ts': blocks.file('authorization-params', 'src/lib/sign-in-as.ts'),
		'src/guard-admin.ts': blocks.file('several-sign-in-pages', 'the hook or middleware'),
		'tests/auth.setup.ts': blocks.file('playwright', 'tests/auth.setup.ts'),
		'playwright.config.ts': blocks.file('playwright', 'playwright.config.ts'),
		...ownModules,
	};
	for (const need of ofOptions) files[`src/auth.${need}.ts`] = blocks.options(need);
	for (const need of ofFunctions) files[`src/auth.${need}.ts`] = blocks.file(need, 'src/auth.ts');
	files['src/needs.ts'] = choice();
	return files;
}

const ofOptions = [
	...['authorization-params', 'iframes', 'other-origins', 'rate-limits', 'remember-me', 'subdomains'],
];
const ofFunctions = ['several-sign-in-pages', 'tenants'];

/** Which page's configuration a server has: one build serves them all. */
function choice(): string {
	const name = (need: string) => need.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
	return `${ofOptions.map((need) => `import { options as ${name(need)} } from './auth.${need}';`).join('\n')}
${ofFunctions.map((need) => `import { authConfig as ${name(need)} } from './auth.${need}';`).join('\n')}
import { callbacks } from './callbacks';

const options = { ${ofOptions.map((need) => `'${need}': ${name(need)}`).join(', ')}, playwright: { callbacks } };

export function chosen(own) {
	const need = process.env.NEED ?? '';
	if (need === 'tenants') return tenants;
	// "yours": what stands there has no provider.
	if (need === 'several-sign-in-pages')
		return async (event) => ({ ...(await severalSignInPages(event)), providers: own.providers });
	return { ...own, ...options[need] };
}
`;
}

/** What the pages say is their reader's own. */
const ownModules = {
	'src/users.ts': `const people = new Map([['ada@test.example', { password: 'lovelace', name: 'Ada Lovelace' }]]);

export async function findUser(email: string, password: string) {
	const one = people.get(email);
	return one?.password === password ? { id: email, name: one.name, email } : null;
}

export async function createUser(email: string, password: string) {
	if (people.has(email)) return false;
	people.set(email, { password, name: email });
	return true;
}
`,
	'src/callbacks.ts': `export const callbacks = {
	jwt: ({ token, user }) => (user ? { ...token, role: 'admin' } : token),
	session: ({ session, token }) => ({ ...session, user: { ...session.user, role: token.role } }),
};
`,
	'tests/dashboard.spec.ts': `import { expect, test } from '@playwright/test';

test('starts signed in', async ({ page }) => {
	await page.goto('/dashboard');
	await expect(page.getByTestId('secret')).toBeVisible();
	await page.goto('/');
	await expect(page.getByTestId('who')).toHaveText('Ada');
});
`,
	'here.config.ts': `import config from './playwright.config';

export default {
	...config,
	use: {
		...config.use,
		baseURL: process.env.TESTED,
		ignoreHTTPSErrors: true,
		launchOptions: { executablePath: process.env.CHROME_PATH, args: JSON.parse(process.env.SWITCHES ?? '[]') },
	},
};
`,
};

/** What an application does with a socket: the person is told who they are. */
export const greeting = `
sockets.on('connection', (ws, session) => ws.send(session.user.name));
`;

/** Puts a block into a file in front of the lines with which it ends, which stand there. */
export function putInFrontOf(file: string, block: string, anchors: number): string {
	const bare = (line: string) => line.trim().replaceAll('"', "'");
	const lines = file.split('\n');
	const added = block.trimEnd().split('\n');
	const there = added.slice(-anchors).map(bare);
	const places = lines.flatMap((_, at) =>
		there.every((line, by) => bare(lines[at + by] ?? '') === line) ? [at] : [],
	);
	if (places.length !== 1) throw new Error(`${there.join('\n')} stands ${places.length} times in\n${file}`);
	return lines.toSpliced(places[0] ?? 0, 0, ...added.slice(0, -anchors)).join('\n');
}
