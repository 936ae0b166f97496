import { type Page, titleOf } from './page.ts';

interface Item {
	text: string;
	link?: string;
	items?: Item[];
	collapsed?: boolean;
}

const guides = [
	...['untrusted-host', 'cross-site-403', 'session-null', 'session-fields', 'where-people-land'],
	...[
		'sign-in-page',
		'sign-in-button',
		'account-not-linked',
		'email-links',
		'base-path',
		'brute-force',
		'csp',
	],
].map((name) => `guide/${name}.md`);

const groups: [text: string, paths: (string | RegExp)[], collapsed?: boolean][] = [
	['Start', ['start.md', 'guide/faq.md', 'guide/files.md', 'supported-hosts.md', 'deploy.md', 'migrate.md']],
	[
		'Guides',
		[...guides, 'guards.md', 'accounts.md', 'passwords.md', 'linking.md', 'adapters.md', /^guide\//],
	],
	['Running it', ['sessions.md', 'secrets.md', 'scaling.md', 'testing-hosts.md', 'own-code.md', 'doctor.md']],
	['Needs', ['needs/index.md', /^needs\//], true],
	['Commands', ['commands/index.md', /^commands\//], true],
	['Runtime', ['runtime.md', 'api/index.md', /^api\/(?!all)/], true],
	['Reference', ['guide/variables.md', 'errors/index.md', 'providers/index.md', 'api/all.md']],
	['Error codes', [/^errors\//], true],
	['Providers', [/^providers\//], true],
	[
		'Internals',
		[
			'security.md',
			'support-policy.md',
			'threat-model.md',
			'architecture.md',
			'contributing.md',
			'changelog.md',
			/^[^/]+$/,
		],
		true,
	],
	['Decisions', [/^decisions\//], true],
];

/** What stands beside every page. Each page is in it once. */
export function sidebar(pages: readonly Page[]): Item[] {
	const left = new Map(pages.filter(({ path }) => path !== 'index.md').map((page) => [page.path, page]));
	const named = new Set(groups.flatMap(([, paths]) => paths.filter((path) => typeof path === 'string')));
	return groups.map(([text, paths, collapsed]) => {
		const found = paths.flatMap((path) => {
			if (typeof path === 'string') return left.get(path) ?? [];
			// What another group names is there.
			return [...left.values()].filter((page) => path.test(page.path) && !named.has(page.path));
		});
		for (const { path } of found) left.delete(path);
		const items = found.map((page) => ({
			text: titleOf(page.text),
			link: `/${page.path.replace(/(?:index)?\.md$/, '')}`,
		}));
		return { text, items, ...(collapsed && { collapsed }) };
	});
}
