import { type CatchClause, type Expression, Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { localNames } from '../../../../syntax/imports.ts';
import { isDeclaredAgain, mentions } from '../../../../syntax/names.ts';
import { unwrap } from '../../../../syntax/unwrap.ts';

/** Where files take the classes of errors from. */
export const errorModules = [
	'@authgraft/runtime/sveltekit',
	'@auth/sveltekit',
	'@auth/core/errors',
	'@auth/core',
];

/** What a `catch` does with a failed sign-in. */
export type Caught =
	/** Lets it through, as if there were no `catch`. */
	| { kind: 'passes' }
	/** @property only it answers a wrong password, and lets other failures through */
	| { kind: 'answers'; answer: Expression; only: boolean }
	| { kind: 'unclear' };

/**
 * Reads a `catch` that does nothing but tell errors apart, throw on, and return one answer that does not depend on the
 * error.
 */
export function readCatch(clause: CatchClause): Caught {
	const error = clause.getVariableDeclaration()?.getNameNode();
	if (!Node.isIdentifier(error)) return { kind: 'unclear' };
	const reader = new Reader(clause.getSourceFile(), error.getText());
	return reader.read(clause.getBlock().getStatements());
}

class Reader {
	readonly #ast: SourceFile;
	readonly #error: string;

	constructor(ast: SourceFile, error: string) {
		this.#ast = ast;
		this.#error = error;
	}

	read(statements: Node[]): Caught {
		let only = false;
		for (const [index, statement] of statements.entries()) {
			const isLast = index === statements.length - 1;
			if (Node.isThrowStatement(statement))
				return this.#isError(statement.getExpression()) ? { kind: 'passes' } : { kind: 'unclear' };
			if (Node.isReturnStatement(statement)) return this.#answer(statement, only);
			if (!Node.isIfStatement(statement)) return { kind: 'unclear' };
			const condition = this.#condition(statement.getExpression());
			const then = sole(statement.getThenStatement());
			const otherwise = statement.getElseStatement();
			const rest = otherwise ? [sole(otherwise)] : statements.slice(index + 1);
			if (otherwise && !isLast) return { kind: 'unclear' };
			if (condition === 'auth' || condition === 'credentials') {
				const passes = this.read(rest.filter((one) => one !== undefined)).kind === 'passes';
				if (!passes || !Node.isReturnStatement(then)) return { kind: 'unclear' };
				return this.#answer(then, condition === 'credentials');
			}
			if (condition === 'not auth' || condition === 'not credentials') {
				if (!this.#throwsOn(then)) return { kind: 'unclear' };
				only = condition === 'not credentials';
			} else if (condition === 'other error') {
				// What else goes wrong is none of ours, as long as the code goes no further from here.
				if (!Node.isReturnStatement(then) && !this.#throwsOn(then)) return { kind: 'unclear' };
			} else return { kind: 'unclear' };
			if (otherwise) return this.read(rest.filter((one) => one !== undefined));
		}
		return { kind: 'unclear' };
	}

	#answer(statement: Node, only: boolean): Caught {
		const answer = Node.isReturnStatement(statement) ? statement.getExpression() : undefined;
		if (!answer || mentions(answer, this.#error)) return { kind: 'unclear' };
		return { kind: 'answers', answer, only };
	}

	#throwsOn = (node: Node | undefined): boolean =>
		Node.isThrowStatement(node) && this.#isError(node.getExpression());

	#isError = (node: Node | undefined): boolean =>
		node !== undefined && unwrap(node).getText() === this.#error;

	#condition(
		expression: Node,
	): 'auth' | 'credentials' | 'not auth' | 'not credentials' | 'other error' | undefined {
		const value = unwrap(expression);
		if (Node.isPrefixUnaryExpression(value) && value.getOperatorToken() === SyntaxKind.ExclamationToken) {
			const inner = this.#condition(value.getOperand());
			if (inner === 'auth') return 'not auth';
			return inner === 'credentials' ? 'not credentials' : undefined;
		}
		if (Node.isCallExpression(value)) {
			const known = ['isRedirect', 'isHttpError', 'isActionFailure'];
			const isKit = known.some((name) =>
				this.#names('@sveltejs/kit', name).includes(value.getExpression().getText()),
			);
			return isKit && this.#isError(value.getArguments()[0]) ? 'other error' : undefined;
		}
		if (
			!Node.isBinaryExpression(value) ||
			value.getOperatorToken().getKind() !== SyntaxKind.InstanceOfKeyword
		)
			return undefined;
		return this.#isError(value.getLeft()) ? this.#classOf(value.getRight().getText()) : undefined;
	}

	#classOf(name: string): 'auth' | 'credentials' | 'other error' | undefined {
		const is = (wanted: string) => errorModules.some((module) => this.#names(module, wanted).includes(name));
		if (is('AuthError')) return 'auth';
		if (is('CredentialsSignin')) return 'credentials';
		// Classes of the host's own may extend the core's; those of other packages do not.
		const module = this.#ast
			.getImportDeclarations()
			.find((one) =>
				one.getNamedImports().some((item) => (item.getAliasNode() ?? item.getNameNode()).getText() === name),
			)
			?.getModuleSpecifierValue();
		return module !== undefined && /^(?:zod|valibot|@prisma\/client|sveltekit-superforms)\b/.test(module)
			? 'other error'
			: undefined;
	}

	#names = (module: string, name: string): string[] =>
		localNames(this.#ast, module, name).filter(
			(local) => !isDeclaredAgain({ ast: this.#ast }, local.split('.')[0] ?? local),
		);
}

/** The statement itself, or the only one of a block. */
function sole(node: Node): Node | undefined {
	if (!Node.isBlock(node)) return node;
	const [only, second] = node.getStatements();
	return second ? undefined : only;
}
