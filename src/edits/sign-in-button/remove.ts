import { lineAt } from '../../syntax/text.ts';
import { applyEdits, type EditResult } from '../splice/edit.ts';
import { insertionBehind, readPage, type SignInButtonRequest } from './index.ts';
import { findUnits, itemOf } from './units.ts';

/**
 * Takes a button away that `addSignInButton` has written: one that is the button in front of it, word for word, but for
 * another provider. A note names every other one.
 * @param request.ids of the providers that stay.
 */
export function removeSignInButton(path: string, content: string, request: SignInButtonRequest): EditResult {
	const { provider, names, ids } = request;
	const page = readPage(path, content);
	const none = { kind: 'unchanged', reason: `has no button for ${provider.name}` } as const;
	if ('odd' in page) return none;
	const { text, bom, markup } = page;
	const own = findUnits(text, markup.roots, [provider.id]);
	const [unit] = own;
	if (!unit) return none;
	const lines = own.map(({ element }) => lineAt(text, element.start)).join(', ');
	const left: EditResult = {
		kind: 'unchanged',
		reason: 'the button is for you to take away',
		notes: [
			`Line ${lines} has a button for ${provider.name}, which leads nowhere now: take it away by hand.`,
		],
	};
	if (own.length > 1) return left;
	const all = findUnits(text, markup.roots, [...ids, provider.id]);
	const item = itemOf(text, unit, all);
	const earlier = all.filter(({ element }) => element.end <= item.element.start);
	const before = earlier.at(-1);
	if (!before) return left;
	const start = itemOf(text, before, all).element.end;
	const without = applyEdits(text, [{ start, end: item.element.end, text: '' }]);
	const rest = readPage(path, without);
	if ('odd' in rest) return left;
	const units = findUnits(without, rest.markup.roots, ids);
	const model = units.find(({ element }) => element.start === before.element.start);
	if (!model) return left;
	const made = insertionBehind(
		rest,
		model,
		units,
		{ id: model.id, name: names[model.id] ?? model.id },
		provider,
	);
	const again =
		'why' in made ? undefined : applyEdits(without, [{ start: made.at, end: made.at, text: made.text }]);
	return again === text ? { kind: 'edited', text: bom + without } : left;
}
