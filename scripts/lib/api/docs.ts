import ts from 'typescript';
import { byName, type Package } from './package.ts';
import { fileOf, isOwn, nameOf, surfaceOf } from './surface.ts';
import { createThrows } from './throws.ts';

/** Words by which a docstring says what a number counts. */
const unit = /seconds?\b|bytes?\b|tokens?\b|status\b|how many/i;

/**
 * What the docstrings of the public surface leave out. Every export, every type that one names and every member has one;
 * exports name the section of the specification; numbers say their unit; functions describe their parameters and what
 * they throw.
 *
 * @returns a line each, in the order of the files; empty when nothing is missing
 */
export function undocumented(pkg: Package): string[] {
	const { entries, unnamed } = surfaceOf(pkg);
	const throws = createThrows(pkg);
	const exported = new Set(entries.flatMap(({ exports }) => exports.map(({ symbol }) => symbol)));
	const own = [...exported].filter((symbol) => isOwn(pkg, symbol));
	const problems = [...own, ...unnamed].flatMap((symbol) => {
		const found = (symbol.declarations ?? []).flatMap((node) => [
			...checkDeclaration(node, exported.has(symbol)),
			...(ts.isFunctionDeclaration(node) && throws(node) && !hasTag(node, 'throws')
				? ['it throws, and has no @throws']
				: []),
		]);
		return found.map((problem) => ({ name: `${fileOf(pkg, symbol)}: ${nameOf(symbol)}: ${problem}` }));
	});
	return problems.sort(byName).map(({ name }) => name);
}

function checkDeclaration(node: ts.Declaration, isExported: boolean): string[] {
	// A component is a value and a type of one name, and is described once.
	if (ts.isTypeAliasDeclaration(node) && ts.isTypeReferenceNode(node.type) && isInstanceType(node.type))
		return [];
	const text = textOf(node);
	const problems = text === '' ? ['no docstring'] : [];
	if (text && isExported && !/Specification: sections? \d/.test(text))
		problems.push('the section of the specification is not named');
	if (ts.isFunctionDeclaration(node)) problems.push(...checkParameters(node, node));
	if (ts.isTypeAliasDeclaration(node) && ts.isFunctionTypeNode(node.type))
		problems.push(...checkParameters(node, node.type));
	return [...problems, ...membersOf(node).flatMap(checkMember)];
}

const isInstanceType = ({ typeName }: ts.TypeReferenceNode) => typeName.getText() === 'InstanceType';

function checkMember(member: ts.TypeElement | ts.ClassElement): string[] {
	const name = member.name?.getText() ?? '[index]';
	const text = textOf(member);
	const problems = text === '' ? ['no docstring'] : [];
	if (text && ts.isPropertySignature(member) && isNumber(member.type) && !unit.test(text))
		problems.push('a number without its unit');
	if (ts.isMethodSignature(member) || ts.isMethodDeclaration(member))
		problems.push(...checkParameters(member, member));
	if (ts.isPropertySignature(member) && member.type && ts.isFunctionTypeNode(member.type))
		problems.push(...checkParameters(member, member.type));
	return problems.map((problem) => `${name}: ${problem}`);
}

const isNumber = (type: ts.TypeNode | undefined) => type?.kind === ts.SyntaxKind.NumberKeyword;

/** Each parameter has a tag `@param`, or one for a property of it; and each tag has a parameter. */
function checkParameters(
	described: ts.Node,
	{ parameters }: Pick<ts.SignatureDeclaration, 'parameters'>,
): string[] {
	const tags = ts.getJSDocTags(described).filter(ts.isJSDocParameterTag);
	const tagged = new Set(
		tags
			.filter((tag) => ts.getTextOfJSDocComment(tag.comment))
			.map(({ name }) => name.getText().split('.')[0]),
	);
	const names = parameters.map(({ name }) => name.getText());
	// One that is taken apart in the code has the name that its tags give it.
	const isTakenApart = parameters.some(({ name }) => !ts.isIdentifier(name));
	const missing = isTakenApart ? [] : names.filter((name) => !tagged.has(name));
	const stale = isTakenApart ? [] : [...tagged].filter((name) => !names.includes(name ?? ''));
	const tooFew = isTakenApart && tagged.size < names.length;
	return [
		...missing.map((name) => `the parameter ${name} is not described`),
		...stale.map((name) => `@param ${name} is no parameter`),
		...(tooFew ? ['not all parameters are described'] : []),
	];
}

/** What a type lets people read or set. Of a class what everybody sees. */
function membersOf(node: ts.Node): readonly (ts.TypeElement | ts.ClassElement)[] {
	if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))
		return node.members.filter(({ name }) => !name || !ts.isComputedPropertyName(name));
	if (ts.isClassDeclaration(node))
		return node.members.filter((member) => !ts.isConstructorDeclaration(member) && !isHidden(member));
	if (ts.isTypeAliasDeclaration(node)) return membersOf(node.type);
	if (ts.isParenthesizedTypeNode(node)) return membersOf(node.type);
	if (ts.isIntersectionTypeNode(node) || ts.isUnionTypeNode(node)) return node.types.flatMap(membersOf);
	return [];
}

function isHidden(member: ts.ClassElement): boolean {
	if (member.name && ts.isPrivateIdentifier(member.name)) return true;
	const modifiers = ts.getCombinedModifierFlags(member);
	const { Private, Override } = ts.ModifierFlags;
	// What it overrides is described where it comes from.
	return (modifiers & (Private | Override)) !== 0;
}

function hasTag(node: ts.Node, name: string): boolean {
	return ts
		.getJSDocTags(node)
		.some((tag) => tag.tagName.text === name && ts.getTextOfJSDocComment(tag.comment));
}

/** The text of a docstring before its tags. */
function textOf(node: ts.Node): string {
	return ts
		.getJSDocCommentsAndTags(node)
		.filter(ts.isJSDoc)
		.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
		.join('\n')
		.trim();
}
