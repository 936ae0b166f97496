import { Node } from 'ts-morph';

/** `auth(): Promise<Session | null>`, as a method or a property: what the runtime declares, too. */
export function isAuthMember(member: Node): boolean {
	const property = Node.isPropertySignature(member);
	// In a script file, TypeScript does not merge a property with our method.
	if (property && !isInGlobal(member)) return false;
	const type = property ? member.getTypeNode() : member;
	if (!Node.isMethodSignature(type) && !Node.isFunctionTypeNode(type)) return false;
	if (Node.isQuestionTokenable(member) && member.hasQuestionToken()) return false;
	const result = type.getReturnTypeNode();
	if (type.getParameters().length > 0 || !Node.isTypeReference(result)) return false;
	const [value] = result.getTypeArguments();
	if (result.getTypeName().getText() !== 'Promise' || !Node.isUnionTypeNode(value)) return false;
	const [first, second, third] = [...value.getTypeNodes()].sort(
		(a, b) => Number(isNull(a)) - Number(isNull(b)),
	);
	return first !== undefined && second !== undefined && !third && isSession(first) && isNull(second);
}

const isInGlobal = (member: Node): boolean =>
	member
		.getAncestors()
		.some((node) => Node.isModuleDeclaration(node) && node.getDeclarationKind() === 'global');

const isNull = (type: Node): boolean => type.getText() === 'null';

/** The modules whose `Session` is the one that the runtime means. */
const sessionModules = ['@auth/core/types', '@authgraft/runtime/sveltekit', '@auth/sveltekit'];

function isSession(type: Node): boolean {
	if (Node.isImportTypeNode(type)) {
		const argument = type.getArgument();
		const literal = Node.isLiteralTypeNode(argument) ? argument.getLiteral() : undefined;
		const module = Node.isStringLiteral(literal) ? literal.getLiteralValue() : '';
		return sessionModules.includes(module) && type.getQualifier()?.getText() === 'Session';
	}
	return type
		.getSourceFile()
		.getImportDeclarations()
		.filter((declaration) => sessionModules.includes(declaration.getModuleSpecifierValue()))
		.flatMap((declaration) => declaration.getNamedImports())
		.some(
			(item) =>
				item.getName() === 'Session' &&
				(item.getAliasNode() ?? item.getNameNode()).getText() === type.getText(),
		);
}
