import { lineAt } from '../../syntax/text.ts';
import type { ColumnReference } from './references.ts';

/** Required relations of a Prisma schema to a model that do not say what becomes of them when its row goes. */
export function relationsTo(content: string, model: string): ColumnReference[] {
	const text = content.replace(/^\uFEFF/, '');
	const field = new RegExp(`^[ \\t]*(\\w+)[ \\t]+${model}[ \\t]+.*@relation\\(([^\\n]*)`, 'gm');
	return [...text.matchAll(field)].flatMap((found) => {
		const [, name = '', options = ''] = found;
		if (!/\bfields\s*:/.test(options) || /\bonDelete\s*:/.test(options)) return [];
		const owner = text
			.slice(0, found.index)
			.match(/^[ \t]*model[ \t]+(\w+)/gm)
			?.at(-1);
		const at = found.index + found[0].search(/\S/);
		return [{ line: lineAt(text, at), name: `${owner?.trim().replace(/^model\s+/, '')}.${name}` }];
	});
}
