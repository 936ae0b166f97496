import { type BindingElement, Node, type ObjectBindingPattern, SyntaxKind } from 'ts-morph';
import { assignmentsTo } from '../../syntax/assignments.ts';
import { bindingsOf } from '../../syntax/bindings.ts';
import type { HostFunction } from '../../syntax/functions.ts';
import { freeName, mentions } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import { elementNamed, mayHoldLocals } from '../functions/event.ts';
import { type Edit, insertion } from '../splice/edit.ts';
import { insertItems } from '../splice/list.ts';

/** The expression that reads the session in a load, and the edits that bring its parts into scope. */
export interface Access {
	call: string;
	edits: Edit[];
}

/** How a load reaches `locals.auth()`. `auth` needs no `this`, so it may be taken out of locals. */
export function sessionAccess(source: Source, load: HostFunction): Access | Unclear {
	const [parameter] = load.getParameters();
	if (!parameter) return withoutParameter(source, load);
	if (parameter.isRestParameter() || parameter.getName() === 'this' || parameter.hasQuestionToken())
		return unclear('takes its parameter in an unknown form', parameter);
	if (!mayHoldLocals(source, parameter))
		return unclear('gives its parameter a type that may hold no `locals`', parameter);
	const name = parameter.getNameNode();
	// A bare arrow parameter, `event => ...`, needs no edit: the property is read from it.
	if (Node.isIdentifier(name)) return reading(load, name.getText(), '.locals.auth()');
	if (!Node.isObjectBindingPattern(name))
		return unclear('takes its parameter apart in an unknown form', parameter);
	const locals = elementNamed(name, 'locals');
	if (locals) return fromLocals(source, load, locals);
	if (hasRest(name)) return unclear('collects the rest of the event in its parameter', parameter);
	if (mentions(load, 'locals')) return unclear('uses `locals` for something else', parameter);
	return { call: 'locals.auth()', edits: append(source, name, 'locals') };
}

function withoutParameter(source: Source, load: HostFunction): Access | Unclear {
	if (mentions(load, 'locals')) return unclear('uses `locals` for something else', load);
	const open = load.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken).getEnd();
	const close = load.getFirstChildByKindOrThrow(SyntaxKind.CloseParenToken).getStart();
	const blank = source.text.slice(open, close).trim() === '';
	return {
		call: 'locals.auth()',
		edits: [blank ? { start: open, end: close, text: '{ locals }' } : insertion(open, '{ locals }')],
	};
}

function fromLocals(source: Source, load: HostFunction, locals: BindingElement): Access | Unclear {
	if (locals.getInitializer()) return unclear('gives `locals` a default value in its parameter', locals);
	const bound = locals.getNameNode();
	if (Node.isIdentifier(bound)) return reading(load, bound.getText(), '.auth()');
	if (!Node.isObjectBindingPattern(bound)) return unclear('takes `locals` apart in an unknown form', locals);
	const auth = elementNamed(bound, 'auth');
	if (auth) {
		const name = auth.getNameNode();
		if (auth.getInitializer() || !Node.isIdentifier(name))
			return unclear('takes `locals.auth` apart in its parameter', auth);
		return reading(load, name.getText(), '()');
	}
	if (hasRest(bound)) return unclear('collects the rest of `locals` in its parameter', locals);
	const name = freeName(source, 'auth', 'readSession', 'readAuthSession');
	return {
		call: `${name}()`,
		edits: append(source, bound, name === 'auth' ? name : `auth: ${name}`),
	};
}

/** Reads through a name of the parameter, unless the name means something else further down. */
function reading(load: HostFunction, name: string, rest: string): Access | Unclear {
	const [, again] = bindingsOf(load, name);
	if (again) return unclear(`declares \`${name}\` a second time`, again);
	const assignment = assignmentsTo(load, name)[0];
	if (assignment) return unclear(`assigns another value to \`${name}\``, assignment);
	return { call: name + rest, edits: [] };
}

const hasRest = (pattern: ObjectBindingPattern): boolean =>
	pattern.getElements().some((element) => element.getDotDotDotToken() !== undefined);

function append(source: Source, pattern: ObjectBindingPattern, text: string): Edit[] {
	const items = pattern.getElements();
	const list = { items, open: pattern.getStart() + 1, close: pattern.getEnd() - 1, padding: ' ' as const };
	return insertItems(source, list, items.length, [text]);
}
