import { Node } from 'ts-morph';
import { topLevelBinding } from '../../syntax/bindings.ts';
import { importedAs } from '../../syntax/imports.ts';
import { isDeclared, sameName } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import { quoted } from '../../syntax/text.ts';
import { type Condition, conditionFault } from '../condition.ts';
import { HandleNames } from '../handle/names.ts';
import { placeHandle } from '../handle/place.ts';
import { takenElsewhere } from '../handle/rename.ts';
import { type EditResult, insertion, surround } from '../splice/edit.ts';
import { insertItems, listOf } from '../splice/list.ts';
import { LocalNames } from '../splice/local-names.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';
import { readCall } from './call.ts';
import { type Chain, chainOf, guardCalls, type Member } from './chain.ts';
import { closedBy, closedException, narrower, type RunningRule, runningRules } from './present.ts';
import type { RuleRequest } from './request.ts';
import { freeNamesOf, ruleSnippet, ruleText, runtimeOf, sameOptions } from './text.ts';

/**
 * Adds patterns to the rules of a server hooks or a middleware file that runs the auth handle already: to the list of a
 * `protect(...)` with the same options, or as a call of its own behind the last of our members. What a present rule
 * closes as firmly is left out. Refuses where it cannot see what runs.
 */
export function addRule(path: string, content: string, request: RuleRequest): EditResult {
	const snippet = ruleSnippet(request);
	const options = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, options, (source) => locateRule(source, request));
}

/** The edits of `addRule`, for transforms that do more. */
function locateRule(source: Source, request: RuleRequest): Located {
	const { condition, framework } = request;
	const snippet = ruleSnippet(request);
	const fault = condition && 'when' in condition ? conditionFault(condition.when) : undefined;
	if (fault) return refuse(`the condition cannot stand there: ${fault}`, snippet);
	const hidden = hiddenName(source, request);
	if (hidden) return refuse(`uses the name \`${hidden.getText()}\` for two things`, snippet, hidden);
	const chain = chainOf(source, framework, request, runtimeOf(request));
	const auth = chain.members.findIndex(({ kind }) => kind === 'auth');
	if (auth === -1) return refuseWithoutAuth(chain, request, snippet);
	const rules = runningRules(chain, auth);
	const closed = closedException(rules, request);
	if (closed) return refuse(closed.reason, snippet, closed.call);
	if (request.patterns.length === 0) return remoteFunctionsAlone(source, rules, chain, request, snippet);
	const notes: string[] = [];
	const open = [...new Set(request.patterns)].filter((pattern) => {
		const reason = closedBy(pattern, rules, request, source);
		if (reason !== undefined) notes.push(reason);
		return reason === undefined;
	});
	if (open.length === 0) return { kind: 'unchanged', reason: notes.join('; ') };
	const edits = intoList(source, open, rules, request) ?? asOwnCall(source, open, chain, request, snippet);
	if (!Array.isArray(edits)) return edits;
	const sentences = notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`);
	return {
		kind: 'edits',
		edits,
		notes: [...sentences, ...narrower(open, rules, request), ...unknownNames(source, condition)],
	};
}

/** `protect([], { remoteFunctions: 'deny' })` */
function remoteFunctionsAlone(
	source: Source,
	rules: RunningRule[],
	chain: Chain,
	request: RuleRequest,
	snippet: string,
): Located {
	if (!request.remoteFunctions) return { kind: 'unchanged', reason: 'no pattern was given' };
	const denying = rules.find(({ options }) => options?.remoteFunctions && !options.allow);
	if (!denying) return asOwnCall(source, [], chain, request, snippet);
	const line = denying.call.getStartLineNumber();
	return { kind: 'unchanged', reason: `remote functions are closed already, in line ${line}` };
}

/** Names in the condition that the file does not have: TypeScript would say it, JavaScript would close the page. */
function unknownNames({ ast }: Source, condition: Condition | undefined): string[] {
	if (!condition || 'role' in condition) return [];
	return freeNamesOf(condition.when)
		.filter((name) => !topLevelBinding(ast, name) && !(name in globalThis))
		.map((name) => `The condition uses \`${name}\`, which this file does not have yet: import it.`);
}

/**
 * For a set-up that is run again: the rules that are missing. A rule that own code calls counts as there, as nobody can
 * tell when it runs, where there is no list that another one could go into.
 * @param reason of `unchanged`, when all of them are there.
 */
export function addMissing(source: Source, request: RuleRequest, reason: string): Located {
	const unchanged: Located = { kind: 'unchanged', reason };
	if (request.patterns.length === 0) return unchanged;
	const located = locateRule(source, request);
	if (Array.isArray(located) || located.kind === 'edits') return located;
	if (located.kind === 'unchanged') return unchanged;
	const { framework } = request;
	const chain = chainOf(source, framework, request, runtimeOf(request));
	const perhaps = guardCalls(source, runtimeOf(request))
		.filter((call) => chain.reaches(call))
		.flatMap((call) => readCall(call).paths.map(({ text }) => text));
	const missing = request.patterns.filter((pattern) => !perhaps.includes(pattern));
	if (missing.length === 0) return unchanged;
	const { line, reason: why } = located;
	return {
		...refuse(`has no guard for ${missing.join(', ')} yet, and ${why}`, located.snippet),
		...(line === undefined ? {} : { line }),
	};
}

/** Into the list of the first call with these options; undefined where there is none. */
function intoList(
	source: Source,
	patterns: string[],
	rules: RunningRule[],
	request: RuleRequest,
): Located | undefined {
	const equal = rules.filter(({ options }) => sameOptions(options, request, source));
	const { quote } = source.style;
	for (const { list, paths, call } of equal) {
		const texts = patterns.map((pattern) => quoted(pattern, quote));
		if (list) {
			const items = list.getElements();
			return insertItems(source, listOf(list, items, ''), items.length, texts);
		}
		const [argument] = call.getArguments();
		if (argument && paths.length === 1 && paths[0]?.node === argument)
			return surround(argument.getStart(), argument.getEnd(), '[', `, ${texts.join(', ')}]`);
	}
	const [first] = equal;
	if (!first) return undefined;
	const reason = first.computed
		? 'has a protect() whose patterns cannot be seen here'
		: 'has a protect() whose list of patterns is used in a second place';
	return refuse(reason, ruleSnippet({ ...request, patterns }), first.call);
}

/** A call of its own, directly behind the last of our members. */
function asOwnCall(
	source: Source,
	patterns: string[],
	chain: Chain,
	request: RuleRequest,
	snippet: string,
): Located {
	const auth = chain.members.findIndex(({ kind }) => kind === 'auth');
	const last = chain.members.findLast(
		({ kind }, index) => kind === 'auth' || (kind === 'guard' && index > auth),
	) as Member;
	const what = request.framework === 'sveltekit' ? 'handle' : 'middleware';
	const text = (names: LocalNames) => ruleText(names, source, request, patterns);
	if (last.slot === 'shared') {
		const reason = `runs the auth ${what} in a list that is used in a second place, or that is not written there`;
		return refuse(reason, snippet, last.place);
	}
	if (last.slot === 'alone') return besideAuth(source, chain, text, snippet);
	const names = new LocalNames(source);
	const { list, index } = last.slot;
	return names.withImports(insertItems(source, list, index + 1, [text(names)]));
}

/** `handle = authHandle` becomes a sequence, `onRequest: authMiddleware(config)` a list. */
function besideAuth(
	source: Source,
	{ found, property }: Chain,
	text: (names: LocalNames) => string,
	snippet: string,
): Located {
	if (found) {
		const names = new HandleNames(source, (own) => [text(own)], true);
		return placeHandle(source, found, names, snippet);
	}
	const names = new LocalNames(source);
	const call = text(names);
	if (Node.isShorthandPropertyAssignment(property))
		return names.withImports([insertion(property.getEnd(), `: [${property.getName()}, ${call}]`)]);
	const value = Node.isPropertyAssignment(property) ? property.getInitializer() : undefined;
	if (!value) return refuse('has an `onRequest` that is not written there', snippet, property);
	return names.withImports(surround(value.getStart(), value.getEnd(), '[', `, ${call}]`));
}

function refuseWithoutAuth(chain: Chain, { framework, authModule }: RuleRequest, snippet: string): Located {
	const what = framework === 'sveltekit' ? 'handle' : 'middleware';
	const own = chain.members.find(({ kind }) => kind === 'own code');
	if (own) return refuse(`calls the auth ${what} from code of its own`, snippet, own.place);
	const found = chain.found;
	if (found?.kind === 'unclear') return refuse(found, snippet);
	if (found?.kind === 'taken') return refuse(takenElsewhere, snippet, found.element.getParent());
	const from = framework === 'sveltekit' ? ` of ${authModule}` : '';
	return refuse(`does not run the auth ${what}${from}`, snippet);
}

/** A word that hides our import somewhere in the file: there its calls cannot be told apart. */
function hiddenName(source: Source, request: RuleRequest): Node | undefined {
	const local = importedAs(source, runtimeOf(request), 'protect');
	if (local === undefined || guardCalls(source, runtimeOf(request)).length > 0) return undefined;
	const use = source.ast.getDescendants().find((node) => Node.isIdentifier(node) && node.getText() === local);
	return Node.isIdentifier(use) ? sameName(use).find(isDeclared) : undefined;
}
