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
	return quoted.replace(/^(\t*)<(\w+)((?:\n\t+\S+=\S+)+)\n\t*\/>$/gm, (whole, tabs, name, attributes) => {
		const line = `<${name}${attributes.replace(/\n\t+/g, ' ')} />`;
		return tabs.length * layout.tabWidth + line.length <= layout.width ? tabs + line : whole;
	});
}
