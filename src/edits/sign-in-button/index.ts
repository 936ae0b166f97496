import { parse, syntaxError } from '../../syntax/source.ts';
import { lineAt } from '../../syntax/text.ts';
import { applyEdits, type EditResult, insertion } from '../splice/edit.ts';
import { type ButtonProvider, copyOf } from './copy.ts';
import { findLoop } from './loop.ts';
import { type Markup, OddMarkup } from './markup/index.ts';
import { readJsx } from './markup/jsx.ts';
import { readSvelte } from './markup/svelte.ts';
import { noRoomBehind, separatorBehind } from './place.ts';
import { findUnits, itemOf, type Unit } from './units.ts';

export interface SignInButtonRequest {
	/** Ids of the providers that are listed already and start with nothing but a button. */
	ids: string[];
	names: Record<string, string>;
	provider: ButtonProvider & { type?: string };
	/** Where the auth endpoints are, for what people paste into JSX. Default `/api/auth`. */
	authPath?: string;
}

/**
 * Gives a page that lists its providers by hand a button for one more: the last element that names one provider, once
 * more for the new one. Where that is not safe, a note says what to add and where. Refuses nothing: a button that is
 * missing must not stop what else is planned.
 */
export function addSignInButton(path: string, content: string, request: SignInButtonRequest): EditResult {
	const { provider, names } = request;
	const snippet = snippetFor(path, request);
	const page = readPage(path, content);
	if ('odd' in page) return byHand(`Line ${page.line} cannot be read (${page.odd})`, request, snippet);
	const { text, bom, markup } = page;
	if (findUnits(text, markup.roots, [provider.id]).length > 0)
		return { kind: 'unchanged', reason: `has a button for ${provider.name} already` };
	const loop = findLoop(text, markup);
	if (loop && !loop.list) return { kind: 'unchanged', reason: 'lists the providers by itself' };
	if (loop?.list) {
		const from = loop.list.module === undefined ? '' : ` of ${loop.list.module}`;
		const shown = `Line ${loop.line} shows what \`${loop.list.name}\`${from} holds`;
		return unchanged(`${shown}: see that ${provider.name} (\`${provider.id}\`) is in it.`);
	}
	const units = findUnits(text, markup.roots, request.ids);
	const last = units.at(-1);
	if (!last) return byHand('The page does not list providers', request, snippet);
	const old = { id: last.id, name: names[last.id] ?? last.id };
	const line = `Line ${lineAt(text, last.element.start)} has the button for ${old.name}`;
	if (provider.type !== undefined && !/^(?:oauth|oidc)$/.test(provider.type))
		return byHand(`${line}, but ${provider.name} needs more than a button`, request, snippet);
	const made = insertionBehind(page, last, units, old, provider);
	if ('why' in made) return byHand(`${line}, but ${made.why}`, request, snippet);
	const edited = applyEdits(text, [insertion(made.at, made.text)]);
	// The same page with one button more, or nothing.
	const check = readPage(path, edited);
	const found = 'odd' in check ? [] : findUnits(edited, check.markup.roots, [provider.id]);
	if (found.length !== 1) return byHand(`${line}, but a copy of it would not be one`, request, snippet);
	return { kind: 'edited', text: bom + edited };
}

interface Page {
	text: string;
	bom: string;
	markup: Markup;
	rootsAreRoomy: boolean;
}

export function readPage(path: string, content: string): Page | { odd: string; line: number } {
	const bom = content.startsWith('\uFEFF') ? '\uFEFF' : '';
	const text = content.slice(bom.length);
	try {
		if (path.endsWith('.svelte')) return { text, bom, markup: readSvelte(text), rootsAreRoomy: true };
		const source = parse(path, content);
		const broken = syntaxError(source);
		if (broken) return { odd: broken.message, line: broken.line };
		return { text, bom, markup: readJsx(source.ast.compilerNode), rootsAreRoomy: false };
	} catch (error) {
		if (error instanceof OddMarkup) return { odd: error.message, line: lineAt(text, error.at) };
		// The stack is full. Nobody writes such a page, but somebody may have generated one.
		if (error instanceof RangeError) return { odd: 'it is nested too deeply', line: 1 };
		throw error;
	}
}

/** The new button as text, and where it goes: behind the unit, or behind what repeats for each. */
export function insertionBehind(
	{ text, markup, rootsAreRoomy }: Page,
	unit: Unit,
	units: readonly Unit[],
	old: ButtonProvider,
	provider: ButtonProvider,
): { at: number; text: string } | { why: string } {
	if (!/^[\w.~-]+$/.test(provider.id) || /[<>{}&"'`\\\s]/.test(provider.name.replaceAll(' ', '')))
		return { why: 'the new name has signs in it that mean something there' };
	const item = itemOf(text, unit, units);
	const { start, end } = item.element;
	if (markup.comments.some((comment) => start <= comment.start && comment.end <= end))
		return { why: 'it has a comment, which need not be true twice' };
	const noRoom = noRoomBehind(text, item, old, rootsAreRoomy);
	if (noRoom) return { why: noRoom };
	const copy = copyOf(text, item, old, provider);
	if ('why' in copy) return copy;
	const others = units.filter((other) => other !== unit).map((other) => itemOf(text, other, units));
	const before = others.findLast(
		(other) => other.around.at(-1) === item.around.at(-1) && other.element.end <= start,
	);
	return { at: end, text: separatorBehind(text, item, before) + copy.text };
}

function byHand(what: string, { provider }: SignInButtonRequest, snippet: string): EditResult {
	return unchanged(`${what}; add a button for ${provider.name} by hand: ${snippet}`);
}

const unchanged = (note: string): EditResult => ({
	kind: 'unchanged',
	reason: 'the button is for you to add',
	notes: [note],
});

/** One line that people can paste. */
function snippetFor(path: string, { provider, authPath = '/api/auth' }: SignInButtonRequest): string {
	const { id, type } = provider;
	const name = provider.name.replace(/[<>{}&]/g, '');
	const email =
		type === 'email'
			? '<label>E-mail <input type="email" name="email" autocomplete="email" required /></label>'
			: '';
	const typed = type === 'credentials' ? '<!-- the fields of your credentials -->' : email;
	const fields = path.endsWith('.svelte') ? typed : typed.replace(/^<!-- (.*) -->$/, '{/* $1 */}');
	const button = `<button type="submit">Sign in with ${name}</button>`;
	return path.endsWith('.svelte')
		? `<form method="POST"><input type="hidden" name="providerId" value="${id}" />${fields}${button}</form>`
		: `<form method="post" action="${authPath}/signin/${encodeURIComponent(id)}">${fields}${button}</form>`;
}
