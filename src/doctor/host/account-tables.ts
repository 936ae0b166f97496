import { ts } from 'ts-morph';
import { besides, schemaOf } from '../../generators/add-adapter/prisma/index.ts';
import { modelsFor } from '../../generators/add-adapter/prisma/models.ts';
import { exportsOf } from '../../syntax/tree/exports.ts';
import { calleeName, fileOf, isText, lineOf, propertyNamed } from '../../syntax/tree/nodes.ts';
import { bindingOf } from '../../syntax/tree/scopes.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { isWhole, valueIn } from './accounts-written.ts';

/** Tables that the store of the accounts is told of, and that the schema does not have. */
export function accountTables(context: HostContext, options: ts.ObjectLiteralExpression): Diagnosis[] {
	const store = valueIn(options, 'store');
	if (!store || !ts.isCallExpression(store)) return [];
	const limits = valueIn(options, 'limits');
	const isShared = isText(limits) && limits.text === 'database';
	switch (calleeName(store)) {
		case 'drizzleAccounts':
			return ofDrizzle(store, isShared);
		case 'prismaAccounts':
			return ofPrisma(context, isShared);
		default:
			return [];
	}
}

const missing = (names: readonly string[], evidence: { file: string; line?: number }): Diagnosis =>
	diagnosis('tables-missing', {
		severity: 'error',
		title: `The schema lacks ${names.join(' and ')}, which accounts keep their data in`,
		cause: 'Signing up, and each sign-in with a password, ends in an error of the database.',
		evidence: [evidence],
		mend: { text: 'Have them added, then create them in the database.', command: 'authgraft add-accounts' },
	});

function ofDrizzle(store: ts.CallExpression, isShared: boolean): Diagnosis[] {
	const [, tables] = store.arguments;
	if (!tables || !ts.isObjectLiteralExpression(tables) || !isWhole(tables)) return [];
	const wanted = ['passwords', 'sessionDetails', ...(isShared ? ['rateLimits'] : [])];
	const gone = [
		...wanted.filter((name) => !propertyNamed(tables, name)),
		...tables.properties.flatMap((property) =>
			ts.isPropertyAssignment(property) && isGone(property.initializer)
				? [property.initializer.getText()]
				: [],
		),
	];
	return gone.length > 0 ? [missing(gone, { file: fileOf(tables).path, line: lineOf(tables) })] : [];
}

/** `schema.passwords` of a module that can be read, and exports no such thing. */
function isGone(value: ts.Expression): boolean {
	if (!ts.isPropertyAccessExpression(value) || !ts.isIdentifier(value.expression)) return false;
	const binding = bindingOf(value.expression.text, value);
	if (binding?.kind !== 'import' || binding.name !== '*') return false;
	const schema = fileOf(value).open(binding.module);
	if (!schema) return false;
	const { names, star } = exportsOf(schema.ast);
	return !star && !names.has(value.name.text);
}

function ofPrisma({ host }: HostContext, isShared: boolean): Diagnosis[] {
	const file = schemaOf(host);
	const text = file === undefined ? undefined : host.read(file);
	// A schema of several files.
	if (file === undefined || text === undefined || besides(host, file).length > 0) return [];
	const names = modelsFor(undefined, { accounts: true, limits: isShared }).map(({ name }) => name);
	const gone = names.filter((name) => !new RegExp(`^\\s*model\\s+${name}\\s*\\{`, 'm').test(text));
	return gone.length > 0 ? [missing(gone, { file })] : [];
}
