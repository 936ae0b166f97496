import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { readableBehind } from '../../../syntax/constants.ts';
import { expressionOf, propertyNamed } from '../../../syntax/objects.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import type { Edit, Refusal } from '../../splice/edit.ts';
import { removeItems } from '../../splice/remove.ts';
import { type ClientCall, couldStay, type Fitted, isOld, refused } from './request.ts';
import { fitResult } from './results.ts';

/** A sign-in from the browser, by what its provider did with `redirect: false`. */
export function fitSignIn(at: ClientCall): Fitted {
	const [id, options] = at.call.getArguments();
	const given = optionsOf(at, options);
	if ('kind' in given) return given;
	const { object, redirect } = given;
	const old = isOld(at.request);
	if (object) tellTarget(at, object);
	if (!object || !redirect) return [];
	if (old === undefined)
		return refused(at.line, 'says `redirect`, which versions of the predecessor read differently');
	const stays = old ? mayStay(at, id) : true;
	if (stays === undefined)
		return refused(
			at.line,
			'says `redirect` for a provider that cannot be seen: it counted for `credentials` and `email` alone, and does for all',
		);
	return stays ? fitResult(at) : dropped(at, object, redirect);
}

/** A sign-out from the browser: of most it always left the page. */
export function fitSignOut(at: ClientCall): Fitted {
	const { call, request, line } = at;
	const given = optionsOf(at, call.getArguments()[0]);
	if ('kind' in given) return given;
	const { object, redirect } = given;
	const old = request.other ? !request.other.knewOptions : isOld(request);
	if (object) tellTarget(at, object, old);
	if (!object || !redirect || old === false) return [];
	if (old === undefined)
		return refused(line, 'says `redirect`, which versions of the predecessor read differently');
	return dropped(at, object, redirect);
}

interface Options {
	object?: ObjectLiteralExpression;
	/** Its `redirect`, where it may say no. */
	redirect?: Node;
}

function optionsOf(at: ClientCall, argument: Node | undefined): Options | Refusal {
	const written = argument && unwrap(argument);
	const object = written && readableBehind(written);
	if (Node.isObjectLiteralExpression(object)) {
		const property = propertyNamed(object, 'redirect');
		const value = property && expressionOf(property);
		const redirect = !property || (value && Node.isTrueLiteral(unwrap(value))) ? undefined : property;
		if (redirect && object !== written && isOld(at.request) !== false)
			return refused(
				at.line,
				'hands over a `redirect` that is written elsewhere, and was ignored for most providers',
			);
		return { object, ...(redirect ? { redirect } : {}) };
	}
	if (written && isOld(at.request) && !isNothing(written))
		at.findings.add(
			'client-options',
			at.line,
			'hands over options that cannot be seen here: a `redirect: false` among them was ignored for most providers and for signing out, and counts now.',
		);
	return {};
}

const isNothing = (node: Node): boolean => Node.isNullLiteral(node) || node.getText() === 'undefined';

/** Up to 1.7.4 the client did not know `redirectTo`. */
function tellTarget(
	{ request, findings, line }: ClientCall,
	object: ObjectLiteralExpression,
	old = isOld(request),
): void {
	if (old && propertyNamed(object, 'redirectTo'))
		findings.add(
			'client-redirect-to',
			line,
			'says `redirectTo`, which the client of this version did not know, and which is where people come to now.',
		);
}

/** Whether the sign-in could stay on the page; undefined when its provider cannot be seen. */
function mayStay({ request: { providers } }: ClientCall, argument: Node | undefined): boolean | undefined {
	const id = argument && readableBehind(argument);
	if (!id || isNothing(id)) return false;
	if (Node.isStringLiteral(id) || Node.isNoSubstitutionTemplateLiteral(id))
		return couldStay.includes(id.getLiteralText());
	return providers && !providers.some((one) => couldStay.includes(one)) ? false : undefined;
}

/** Takes `redirect` out, and the options with it when they say nothing else. */
function dropped(at: ClientCall, object: ObjectLiteralExpression, redirect: Node): Fitted {
	const value = expressionOf(redirect);
	if (!value || !hasNoEffect(unwrap(value)))
		return refused(at.line, 'computes a `redirect` that was ignored');
	const args = at.call.getArguments();
	const index = args.findIndex((one) => unwrap(one) === object);
	const isAlone = object.getProperties().length === 1 && !/\/[/*]/.test(object.getText());
	if (!isAlone) return removeItems(at.piece.source, object.getProperties(), new Set([redirect]));
	if (index < args.length - 1) return [emptied(object)];
	return removeItems(at.piece.source, args, new Set([args[index] as Node]));
}

const emptied = (object: Node): Edit => ({ start: object.getStart(), end: object.getEnd(), text: '{}' });

const hasNoEffect = (value: Node): boolean =>
	Node.isFalseLiteral(value) ||
	Node.isIdentifier(value) ||
	Node.isNullLiteral(value) ||
	Node.isPropertyAccessExpression(value);
