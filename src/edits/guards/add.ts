import { type CallExpression, Node, SyntaxKind } from 'ts-morph';
import { sameCode } from '../../syntax/code.ts';
import { inExportList } from '../../syntax/exports.ts';
import type { HostFunction } from '../../syntax/functions.ts';
import type { Source } from '../../syntax/source.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { conditionFault } from '../condition.ts';
import { asyncEdits, insertFirst } from '../functions/body.ts';
import { receivesEvent } from '../functions/event.ts';
import { eventParameter, makeEventParameter } from '../functions/event-parameter.ts';
import type { Selected } from '../functions/selected.ts';
import { type Edit, type EditResult, insertion } from '../splice/edit.ts';
import { insertItems } from '../splice/list.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';
import { type GuardCall, GuardNames, guardsOf, returnedGuard } from './call.ts';
import { GuardCode, guardSnippet } from './code.ts';
import { conditionOf } from './index.ts';
import { newLoad } from './load.ts';
import type { GuardRequest } from './request.ts';
import { select } from './select.ts';

/**
 * Puts the runtime's guard into functions of a file: `await requireUser(...)` as the first statement, or
 * what is asked for besides into the guard that stands there. A page without a `load` gets one. Refuses what it does not
 * see as a function, naming it; then nothing is changed.
 */
export function addFunctionGuards(path: string, content: string, request: GuardRequest): EditResult {
	const snippet = guardSnippet(request);
	const frame = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, frame, (source) => {
		const fault = cannotBe(source, request);
		if (fault) return refuse(fault, snippet);
		return new Guarding(source, request).located();
	});
}

/** What is wrong with the file or the request as a whole. */
function cannotBe(
	{ ast }: Source,
	{ framework, condition, functions }: GuardRequest,
): Unclear<Node | undefined> | undefined {
	const wrong = condition && 'when' in condition ? conditionFault(condition.when) : undefined;
	if (wrong) return unclear(`the condition cannot stand in a guard: ${wrong}`);
	const kinds = functions.map(({ kind }) => kind);
	if (framework === 'solid-start' && kinds.some((kind) => kind !== 'function'))
		return unclear('SolidStart does not answer what an API route throws: a rule in the middleware guards it');
	const prerender = ast.getVariableDeclaration('prerender');
	const value = prerender?.getInitializer();
	if (
		kinds.includes('load') &&
		prerender &&
		(prerender.hasExportKeyword() || inExportList(ast, 'prerender')) &&
		value &&
		unwrap(value).getKind() === SyntaxKind.TrueKeyword
	)
		return unclear('is prerendered: the page is made while building, the same for everybody', prerender);
	return undefined;
}

/** One file's guards. */
class Guarding {
	readonly #source: Source;
	readonly #request: GuardRequest;
	readonly #names: GuardNames;
	readonly #code: GuardCode;

	constructor(source: Source, request: GuardRequest) {
		this.#source = source;
		this.#request = request;
		this.#names = new GuardNames(source, request);
		this.#code = new GuardCode(source, request);
	}

	located(): Located {
		const source = this.#source;
		const snippet = guardSnippet(this.#request);
		const selected = select(source, this.#request);
		const wanted = selected.filter((item) => !this.#isLeftOut(item));
		const edits: Edit[] = [];
		for (const item of wanted) {
			const found = this.#guard(item);
			if (!Array.isArray(found)) return refuse(found, snippet);
			edits.push(...found);
		}
		const lacksLoad = !selected.some(({ kind }) => kind === 'load');
		if (lacksLoad && this.#request.functions.some(({ kind }) => kind === 'load'))
			edits.push(...newLoad(source, this.#request, this.#code));
		const { clash } = this.#code;
		if (clash) return refuse(`gives \`${clash}\` a second meaning further down`, snippet);
		const notes = selected.filter((item) => this.#isLeftOut(item)).map(prerendered);
		if (edits.length > 0) return { kind: 'edits', edits: this.#code.withImports(edits), notes };
		const reason = wanted.length > 0 ? 'is guarded already' : 'has no function that could be guarded';
		return { kind: 'unchanged', reason, notes };
	}

	/** What was not asked for by name is passed over where no guard can be. */
	#isLeftOut({ name, type, written }: Selected): boolean {
		if (type !== 'prerender') return false;
		const at = written.kind === 'function' ? written.fn : written.node;
		return !this.#request.functions.some(
			(target) =>
				target.kind === 'function' &&
				((name !== undefined && target.names?.includes(name)) || target.starts?.includes(at.getStart())),
		);
	}

	#guard({ kind, type, name, written }: Selected): Edit[] | Unclear {
		if (written.kind === 'unclear') return written;
		const { fn, wrapper } = written;
		if (type === 'prerender')
			return unclear(`\`${name}\` is made while building, the same for everybody: nothing can guard it`, fn);
		if (!Node.isArrowFunction(fn) && fn.isGenerator() && kind !== 'function')
			return unclear(`\`${name}\` is a generator`, fn);
		const standing = this.#standing(fn, kind);
		if (standing) return standing;
		const callee = wrapper?.getExpression().getText();
		if (callee !== undefined && kind !== 'function' && !receivesEvent(this.#source, fn, callee))
			return unclear(
				`makes \`${name}\` with \`${callee}(...)\`, whose function may be handed something else than the event`,
				wrapper ?? fn,
			);
		const asynchronous = asyncEdits(fn, wrapper ? 'call' : this.#caller(fn, kind));
		if (!Array.isArray(asynchronous)) return asynchronous;
		const event = this.#event(fn, kind);
		if ('reason' in event) return event;
		const statement = this.#code.statement(event.name);
		const first = insertFirst(this.#source, fn, [statement, ...(event.unpack ? [event.unpack] : [])]);
		return [...asynchronous, ...event.edits, ...first];
	}

	/** A server function of SolidStart that no router's `query` or `action` was given is called by code of the host. */
	#caller(fn: HostFunction, kind: Selected['kind']): 'framework' | 'code' {
		if (kind !== 'function' || this.#request.framework === 'sveltekit') return 'framework';
		const call = fn.getParentIfKind(SyntaxKind.CallExpression);
		return call && /^(?:query|cache|action)$/.test(call.getExpression().getText()) ? 'framework' : 'code';
	}

	#event(
		fn: HostFunction,
		kind: Selected['kind'],
	): { name?: string; edits: Edit[]; unpack?: string } | Unclear {
		if (kind === 'function') return { edits: [] };
		const name = eventParameter(fn);
		if (name) return { name, edits: [] };
		return this.#request.requestEvent ? { edits: [] } : makeEventParameter(this.#source, fn);
	}

	/** What becomes of a guard that stands there already; undefined where a new one is needed. */
	#standing(fn: HostFunction, kind: Selected['kind']): Edit[] | Unclear | undefined {
		const body = fn.getBody();
		const returned = returnedGuard(this.#names, body);
		const whole = returned?.awaited ? returned : undefined;
		const guards = whole ? [whole] : guardsOf(this.#names, fn, kind === 'load');
		const holding = whole ? guards : guards.filter(({ awaited }) => awaited);
		if (!this.#request.condition && holding.length > 0) return [];
		const wanted = this.#code.condition();
		const asking = holding.find(({ call }) => conditionOf(call).condition !== undefined);
		if (wanted !== undefined && asking) {
			const { condition = '' } = conditionOf(asking.call);
			return sameCode(condition, wanted)
				? []
				: unclear(`asks for something else already: \`${condition}\``, asking.call);
		}
		const plain = holding.find(({ guard }) => guard === 'requireUser');
		if (plain) return this.#extend(plain.call, wanted);
		return holding.length > 0 ? undefined : this.#mend(fn, kind, guards as GuardCall[], wanted);
	}

	/** A guard that is called and not waited for: it guards nothing, and what it throws ends the server. */
	#mend(
		fn: HostFunction,
		kind: Selected['kind'],
		guards: GuardCall[],
		wanted: string | undefined,
	): Edit[] | Unclear | undefined {
		const idle = guards.find(
			({ statement, call, guard }) =>
				guard === 'requireUser' &&
				Node.isExpressionStatement(statement) &&
				statement.getExpression() === call,
		);
		if (!idle) return undefined;
		const asynchronous = asyncEdits(fn, this.#caller(fn, kind));
		if (!Array.isArray(asynchronous)) return asynchronous;
		const extended = this.#extend(idle.call, wanted);
		if (!Array.isArray(extended)) return extended;
		return [...asynchronous, insertion(idle.call.getStart(), 'await '), ...extended];
	}

	/** The same call with a condition. */
	#extend(call: CallExpression, wanted: string | undefined): Edit[] | Unclear {
		if (wanted === undefined) return [];
		const before = this.#request.framework === 'solid-start' ? 2 : 1;
		const given = call.getArguments();
		const options = given[before];
		if (given.length < before || given.some(Node.isSpreadElement))
			return unclear('calls the guard in an unknown form', call);
		if (!options) return [insertion((given.at(-1) as Node).getEnd(), `, { allow: ${wanted} }`)];
		const items = Node.isObjectLiteralExpression(options) ? options.getProperties() : undefined;
		if (
			!items ||
			items.some((item) => Node.isSpreadAssignment(item) || Node.isComputedPropertyName(nameOf(item)))
		)
			return unclear('hands the guard options that cannot be seen here', options);
		const list = { items, open: options.getStart() + 1, close: options.getEnd() - 1, padding: ' ' as const };
		return insertItems(this.#source, list, items.length, [`allow: ${wanted}`]);
	}
}

const nameOf = (item: Node): Node | undefined => (Node.hasName(item) ? item.getNameNode() : undefined);

const prerendered = ({ name, written }: Selected): string => {
	const node = written.kind === 'function' ? written.fn : written.node;
	return `line ${node.getStartLineNumber()} makes \`${name}\` while building, the same for everybody: nothing can guard it`;
};
