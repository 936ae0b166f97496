import { ts } from 'ts-morph';

/** Last name of a type reference: `Load` of `Kit.Load` and of `import('x').Load`. */
export function referenceName(type: ts.TypeNode): string | undefined {
	if (ts.isImportTypeNode(type)) return type.qualifier && lastName(type.qualifier);
	return ts.isTypeReferenceNode(type) ? lastName(type.typeName) : undefined;
}

const lastName = (name: ts.EntityName): string => (ts.isIdentifier(name) ? name.text : name.right.text);
