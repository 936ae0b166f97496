import { ts } from 'ts-morph';
import { bare, isFunction, isText, within } from '../../../syntax/tree/nodes.ts';
import { bindingOf } from '../../../syntax/tree/scopes.ts';
import type { Atom } from './conditions.ts';

/** Words that are about the person who asks, and not about one that is asked for. */
const aboutAsking = new Set(
	'session sessions authorization bearer auth authed authenticated authorized authorised token jwt login logged signed admin role roles cookie cookies locals'.split(
		' ',
	),
);

/** Words of names that are about who is there. */
const aboutPeople = new Set(
	`user users session sessions auth authed authenticated authorized authorised authentication token tokens jwt login
	authorization bearer logged loggedin signed signedin signin admin admins superadmin role roles account member members membership permission
	permissions claims identity principal cookie cookies locals profile owner viewer me userid sid sessionid uid customer
	currentuser authstore subscriber subscription allowed access credentials passport`.split(/\s+/),
);

/** Words that say that a check is about something else. */
const aboutOther = new Set(
	`lang language languages locale locales theme country region consent origin csrf rate limit limited limiter maintenance
	webhook signature currency variant visited seen accept dev building browser ratelimit allowlist ip params`.split(
		/\s+/,
	),
);

/** Of a path: `!isAuthRoute` says nothing about people. */
const aboutPaths = /(?:^|_|[a-z])(?:route|path|pathname|page|url)s?$/i;

/** Names that say by themselves that nobody is there. */
const negative =
	/^(?:is|was|has)?_?(?:guest|anonymous|anon|expired|invalid|unauth\w*|missing|denied|logged_?out|signed_?out)/i;

const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z0-9]+/);

/** The names in an expression, and those in what its constants are made of. */
function namesIn(node: ts.Node, depth = 2): string[] {
	return within(node, (inner) => !isFunction(inner)).flatMap((inner) => {
		if (isText(inner)) return inner.text.length < 30 ? [inner.text] : [];
		if (!ts.isIdentifier(inner)) return [];
		const isMember = ts.isPropertyAccessExpression(inner.parent) && inner.parent.name === inner;
		const binding = depth > 0 && !isMember ? bindingOf(inner.text, inner) : undefined;
		const value = binding?.kind === 'value' ? binding.value : undefined;
		const isItself = value === undefined || within(value).includes(inner);
		return [inner.text, ...(isItself ? [] : namesIn(value, depth - 1))];
	});
}

/**
 * Whether an expression is about who is asking. `!user` may also be about somebody of that name who is looked for.
 * @param strict only words that leave no doubt
 */
export function isAboutPeople(node: ts.Node, strict = false): boolean {
	const words = namesIn(node)
		.filter((name) => !aboutPaths.test(name))
		.flatMap(wordsOf);
	const chosen = strict ? aboutAsking : aboutPeople;
	return words.some((word) => chosen.has(word)) && !words.some((word) => aboutOther.has(word));
}

/** Whether a part of a condition holds because nobody is signed in, or the wrong person. */
export function isNobody({ node, truthy }: Atom, strict = false): boolean {
	const inner = bare(node);
	if (ts.isBlock(inner)) return !truthy && isAboutPeople(inner, strict);
	if (ts.isBinaryExpression(inner)) return isUnequal(inner, truthy) && isAboutPeople(inner, strict);
	if (!truthy) return isAboutPeople(inner, strict);
	const names = within(inner, (part) => !isFunction(part)).filter((part) => ts.isIdentifier(part));
	return names.some(({ text }) => negative.test(text)) && isAboutPeople(inner, strict);
}

/** `user === null`, `role !== 'admin'`, `roles.length === 0`, `expires < now`: the comparisons that end in a refusal. */
function isUnequal(node: ts.BinaryExpression, truthy: boolean): boolean {
	const operator = node.operatorToken.getText();
	const right = bare(node.right).getText();
	if (['<', '<=', '>', '>='].includes(operator)) return true;
	const isEqual = operator === '===' || operator === '==';
	if (!isEqual && operator !== '!==' && operator !== '!=') return !truthy;
	const isNothing = /^(?:null|undefined|''|""|false|0|-1|void 0|'undefined')$/.test(right);
	return isNothing === (isEqual === truthy);
}
