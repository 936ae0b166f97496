import { apiPages } from './api.ts';
import { readDocument } from './blocks.ts';
import { commandPages } from './commands.ts';
import { errorPages } from './errors.ts';
import type { Page } from './page.ts';
import { linkProviders, providerPages } from './providers.ts';
import { asPage, sources } from './sources.ts';

const home = `# Sign-in for the project that you already have

One command grafts Auth.js onto SvelteKit or SolidStart. It shows every change as a diff, writes all of it or nothing, and takes it back.

\`\`\`sh
npx authgraft init
\`\`\`

- [Get started](/start.md)
- [Questions that people ask](/guide/faq.md)
- [What the generated files do](/guide/files.md): existing files are edited by splicing, every other byte stays.
- [Guards that hold](/guards.md): rules by route, guards in functions, and a list of what stands open.
- [104 providers](/providers/index.md), with their variables, callback URLs and the steps to register an application.
- [The doctor](/doctor.md) says why sign-in does not work, in the source, at an address, or from a log.
`;

/** Everything that the site shows. */
export const sitePages = (): Page[] => once([...documentPages(), ...apiPages()]);

/** All but the reference of the runtime, for which the compiler has to read it. */
export function documentPages(): Page[] {
	const pages = sources();
	const split = ['docs/doctor.md', 'docs/errors.md'];
	const own = [...pages]
		.filter(([document]) => !split.includes(document))
		.map(([document, path]) => asPage(document, path, readDocument(document), pages))
		.map((page) => (page.path === 'providers/index.md' ? { ...page, text: linkProviders(page.text) } : page));
	const documents = Object.fromEntries(split.map((document) => [document, readDocument(document)]));
	const made = [...errorPages(documents, pages), ...commandPages(), ...providerPages()];
	return [{ path: 'index.md', text: home }, ...own, ...made];
}

function once(all: Page[]): Page[] {
	const twice = all.filter(({ path }, index) => all.findIndex((other) => other.path === path) !== index);
	if (twice.length > 0)
		throw new Error(`Two pages have one place: ${twice.map(({ path }) => path).join(', ')}`);
	return all;
}
