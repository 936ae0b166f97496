import semver from 'semver';
import { Node } from 'ts-morph';
import { expressionOf, propertyNamed } from '../../../../syntax/objects.ts';
import { parse, syntaxError } from '../../../../syntax/source.ts';
import { lineAt } from '../../../../syntax/text.ts';
import { unwrap } from '../../../../syntax/unwrap.ts';
import { type Attribute, attributeOf, plainValue } from '../../../sign-in-button/markup/index.ts';
import { type Edit, insertion, type Refusal } from '../../../splice/edit.ts';
import { removeItems } from '../../../splice/remove.ts';
import type { Component } from './component.ts';

/** Attributes of the form that the predecessor let through, and that are the component's own now. */
export function actionEdits({ text, element, name, line }: Component): Edit[] | Refusal {
	const page = pageOf[name];
	const saidBy = (attribute: Attribute | undefined) => {
		const value = plainValue(text, attribute);
		return value && text.slice(value.start, value.end);
	};
	const [action, method] = ['action', 'method'].map((attribute) => attributeOf(element, attribute));
	const isPost = method === undefined || /^post$/i.test(saidBy(method) ?? '');
	if (isPost && !action) return [];
	// A path is one for both; what is relative to the page, or computed, is for its owner to say.
	if (isPost && action && !attributeOf(element, page) && /^\/(?!\/)/.test(saidBy(action) ?? ''))
		return [{ start: action.start, end: action.start + action.name.length, text: page }];
	return {
		kind: 'refused',
		reason: `says itself what the \`${isPost ? 'action' : 'method'}\` of \`<${element.name}>\` is`,
		line,
		snippet: `<${element.name} ${page}="/..." />`,
	};
}

const pageOf = { SignIn: 'signInPage', SignOut: 'signOutPage' };

/** A page that does not begin with a slash or a letter: the predecessor put a slash in front of whatever stood there. */
export function pageEdits({ text, element, name }: Component): Edit[] {
	const value = plainValue(text, attributeOf(element, pageOf[name]));
	return value && /^[?.]/.test(text.slice(value.start, value.end)) ? [insertion(value.start, '/')] : [];
}

/** `redirect` of the options was never sent, and up to 1.7 the `redirectTo` of a sign-in was not read. */
export function optionEdits({ text, element, name, version, findings }: Component): Edit[] {
	const shorthand = element.attributes.find(
		(one) => one.name === '' && text.slice(one.start, one.end) === '{options}',
	);
	const [value, ...more] = (attributeOf(element, 'options') ?? shorthand)?.values ?? [];
	if (!value?.code || more.length > 0) return [];
	const source = parse('options.ts', `(${text.slice(value.start, value.end)}\n)`);
	const [statement] = source.ast.getStatements();
	if (syntaxError(source) || !Node.isExpressionStatement(statement)) return [];
	const line = lineAt(text, value.start);
	const object = unwrap(statement.getExpression());
	if (!Node.isObjectLiteralExpression(object)) {
		findings.add(
			'component-options',
			line,
			`gives \`<${element.name}>\` options that cannot be seen here: a \`redirect: false\` among them was ignored, and counts now.`,
		);
		return [];
	}
	if (name === 'SignIn' && version && semver.lt(version, '1.8.0') && propertyNamed(object, 'redirectTo'))
		findings.add(
			'component-redirect-to',
			line,
			`says \`redirectTo\` to \`<${element.name}>\`, which did not count in this version, and is where people come to now.`,
		);
	const property = propertyNamed(object, 'redirect');
	const said = property && expressionOf(property);
	if (!property || (said && Node.isTrueLiteral(unwrap(said)))) return [];
	return removeItems(source, object.getProperties(), new Set([property])).map((edit) => ({
		...edit,
		start: edit.start + value.start - 1,
		end: edit.end + value.start - 1,
	}));
}
