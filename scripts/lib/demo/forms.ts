/** A form of a page, as a person sees it: where it goes, what it carries, which buttons send it. */
export interface PageForm {
	action: string;
	method: string;
	/** Preset values by field name: hidden ones, and what stands in the others. */
	fields: Record<string, string>;
	buttons: { text: string; name: string | undefined; value: string }[];
}

/** Reads the forms of a page that our own templates made. Not an HTML parser: well-formed markup only. */
export function formsOf(html: string): PageForm[] {
	return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, open = '', inner = '']) => ({
		action: attribute(open, 'action') ?? '',
		method: (attribute(open, 'method') ?? 'get').toUpperCase(),
		fields: Object.fromEntries(
			[...inner.matchAll(/<input\b([^>]*)>/g)]
				.map(([, tag = '']) => [attribute(tag, 'name'), attribute(tag, 'value') ?? ''] as const)
				.filter((field): field is [string, string] => field[0] !== undefined),
		),
		buttons: [...inner.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].map(
			([, tag = '', label = '']) => ({
				text: textOf(label),
				name: attribute(tag, 'name'),
				value: attribute(tag, 'value') ?? '',
			}),
		),
	}));
}

/** What the form sends when the button whose text matches is pressed; undefined where there is no such button. */
export function press(form: PageForm, label: RegExp): Record<string, string> | undefined {
	const button = form.buttons.find(({ text }) => label.test(text));
	if (button === undefined) return undefined;
	return button.name === undefined ? form.fields : { ...form.fields, [button.name]: button.value };
}

/** The visible text of a piece of markup. */
export const textOf = (html: string): string =>
	decode(html.replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>/g, ' '))
		.replace(/\s+/g, ' ')
		.trim();

function attribute(tag: string, name: string): string | undefined {
	const found = tag.match(new RegExp(`(?:^|\\s)${name}(?:="([^"]*)"|='([^']*)'|(?=[\\s>/]|$))`));
	return found ? decode(found[1] ?? found[2] ?? '') : undefined;
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' };

function decode(text: string): string {
	return text.replace(/&(#(\d+)|#x([\da-f]+)|\w+);/gi, (whole, name: string, dec?: string, hex?: string) => {
		if (dec) return String.fromCodePoint(Number(dec));
		return hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (entities[name] ?? whole);
	});
}
