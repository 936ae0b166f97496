import { relativeImport } from '../../host/files/paths.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Context } from '../context.ts';
import { pageForms } from '../init/sveltekit/pages.ts';
import { render } from '../templates/index.ts';
import { classAttributes, type Look } from './classes.ts';
import marks from './marks.json' with { type: 'json' };
import type { NewFile } from './pages.ts';
import { stylesImport } from './styles.ts';

interface Mark {
	box: string;
	/** Attributes of each. */
	paths: Partial<Record<string, string>>[];
}

const known: Partial<Record<string, Mark>> = marks;

/** Where the component lies that draws the mark of a provider. */
export const markFile = ({ framework, paths, language }: Host): HostPath =>
	framework === 'sveltekit' ? `${paths.lib}/ProviderMark.svelte` : `${paths.lib}/provider-mark.${language}x`;

/** How the page to sign in on imports it. */
export function markImport(host: Host, from: HostPath): string {
	const module = relativeImport(from, markFile(host));
	return host.framework === 'sveltekit'
		? `import ProviderMark from '${module}';`
		: `import { ProviderMark } from '${module}';`;
}

/**
 * The component that draws the marks of a host's providers, and the initial of one that it does not know.
 * @param ids of the providers; a mark that nobody needs is not written
 */
export function providerMarks(
	context: Pick<Context, 'host' | 'style'>,
	look: Look,
	ids: readonly string[],
): NewFile {
	const { host } = context;
	const path = markFile(host);
	const forms = pageForms(host);
	const values = {
		...forms,
		marks: objectOf(ids).replaceAll('\n', host.framework === 'sveltekit' ? '\n\t' : '\n'),
		c: classAttributes(look),
		moduleScript: forms.runes ? 'module' : 'context="module"',
		// The page has the style sheet already.
		stylesImport: look === 'plain' ? '' : stylesImport(host, look, path),
	};
	const name =
		host.framework === 'sveltekit'
			? 'accounts/sveltekit/ProviderMark.svelte'
			: 'accounts/solid-start/provider-mark.tsx';
	return { path, summary: 'the marks of the providers', text: render(name, values, context) };
}

/**
 * The same file for other providers.
 *
 * @returns undefined for one that somebody has changed
 */
export function marksAnew(
	context: Pick<Context, 'host' | 'style'>,
	content: string,
	before: readonly string[],
	after: readonly string[],
): string | undefined {
	const look = (['plain', 'tailwind'] as const).find(
		(one) => providerMarks(context, one, before).text === content,
	);
	return look && providerMarks(context, look, after).text;
}

/** As code, a property a line: formatters leave it so at every width. */
function objectOf(ids: readonly string[]): string {
	const lines = [...new Set(ids)].sort().flatMap((id) => {
		const mark = known[id];
		return mark
			? [`${keyOf(id)}: ${lined('{', [`box: '${mark.box}'`, `paths: ${pathsOf(mark)}`], '}')}`]
			: [];
	});
	return lines.length === 0 ? '{}' : lined('{', lines, '}');
}

const pathsOf = ({ paths }: Mark): string =>
	lined(
		'[',
		paths.map((path) =>
			lined(
				'{',
				Object.entries(path).map(([name, value]) => `${keyOf(name)}: '${value}'`),
				'}',
			),
		),
		']',
	);

const keyOf = (name: string): string => (/^[a-z]\w*$/i.test(name) ? name : `'${name}'`);

const lined = (open: string, items: string[], close: string): string =>
	[
		open,
		...items
			.join(',\n')
			.split('\n')
			.map((line) => `\t${line}`),
		close,
	].join('\n');
