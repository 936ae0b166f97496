import { defaultLayout, type Layout, type Style } from '../../syntax/style.ts';
import { restyleCode } from './code.ts';

/**
 * Rewrites a Svelte component of ours into a host's habits, up to indentation and line endings. Its markup has to be
 * such that every width from 80 up leaves its lines alone, but for elements with an attribute a line.
 */
export function restyleComponent(text: string, style: Style): string {
	const layout = style.layout ?? defaultLayout;
	return text
		.split(/(?<=<\/script>\n|<\/style>\n)|(?=<script|<style)/)
		.map((part) => {
			if (part.startsWith('<script')) return restyleScript(part, style, layout);
			if (part.startsWith('<style')) return layout.componentIndent ? part : outdented(part);
			return restyleMarkup(part, style, layout);
		})
		.join('');
}

function restyleScript(part: string, style: Style, layout: Layout): string {
	const [open = '', ...lines] = part.split('\n');
	const code = outdented(lines.slice(0, -2).join('\n'));
	const levels = layout.componentIndent ? 1 : 0;
	const styled = restyleCode('script.ts', code, style, levels);
	return [open, levels === 0 ? styled : styled.replace(/^(?=.)/gm, '\t'), ...lines.slice(-2)].join('\n');
}

const outdented = (text: string): string => text.replace(/^\t/gm, '');

function restyleMarkup(part: string, style: Style, layout: Layout): string {
	const quoted =
		style.quote === "'" ? part : part.replace(/\{[^{}]*\}/g, (tag) => tag.replace(/'([^'"\\]*)'/g, '"$1"'));
	const fits = (line: string): boolean =>
		line.length + (line.split('\t').length - 1) * (layout.tabWidth - 1) <= layout.width;
	const joined = quoted.replace(spreadTag, (whole, tabs, name, attributes, end) => {
		const line = `${tabs}<${name}${attributes.replace(/\n\t+/g, ' ')}${end === '>' ? '>' : ' />'}`;
		return fits(line) ? line : whole;
	});
	const opened = joined.replace(block, (line, tabs, tag, name, content) =>
		fits(line) ? line : `${tabs}${tag}\n${tabs}\t${content}\n${tabs}</${name}>`,
	);
	return opened.replace(longTag, (line, tabs, name, attributes, end) => {
		if (fits(line)) return line;
		const lines = attributes.match(new RegExp(attribute, 'g')) ?? [];
		return [`${tabs}<${name}`, ...lines.map((one: string) => `${tabs}\t${one}`), tabs + end.trim()].join(
			'\n',
		);
	});
}

/** `required`, `class="a"`, `use:enhance={send}`, `{...rules}` */
const attribute = String.raw`(?:[\w:-]+(?:=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\}))?|\{\.\.\.\w+\})`;

/** A tag with an attribute a line. */
const spreadTag = new RegExp(`^(\\t*)<(\\w+)((?:\\n\\t+${attribute})+)\\n\\t*(/?>)$`, 'gm');

/** A line that is all of one tag. */
const longTag = new RegExp(`^(\\t*)<(\\w+)((?: ${attribute})+)((?: /)?>)$`, 'gm');

/** A line that is all of an element whose blanks inside mean nothing. */
const block = new RegExp(`^(\\t*)(<(p|h1|h2|li|div)(?: ${attribute})*>)(\\S.*)</\\3>$`, 'gm');
