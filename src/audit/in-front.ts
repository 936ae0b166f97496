import { Node, SyntaxKind } from 'ts-morph';
import { staysFirst } from '../edits/handle/order.ts';
import { chainOf, type Member } from '../edits/rules/chain.ts';
import { runtimeModules } from '../framework.ts';
import type { Framework, Host } from '../host/host.ts';
import { readableBehind } from '../syntax/constants.ts';
import { type HostFunction, isFunctionValue } from '../syntax/functions.ts';
import { takenName } from '../syntax/objects.ts';
import { parse, syntaxError } from '../syntax/source.ts';
import { unwrap } from '../syntax/unwrap.ts';
import { type AuthSettings, authImport } from './auth-module/settings.ts';
import { ruleFile } from './path-rules.ts';

/**
 * What stands before the rules and may answer a request by itself, a cache or a proxy, a sentence each: no rule is asked
 * then. What passes every request on is left out, and so is tracing, start-up and the like.
 */
export function answersInFront(host: Host, settings: AuthSettings): string[] {
	const file = ruleFile(host);
	const content = file === undefined ? undefined : host.read(file);
	if (file === undefined || content === undefined) return [];
	const source = parse(file, content);
	if (syntaxError(source)) return [];
	const { framework } = host;
	const { members } = chainOf(source, framework, authImport(settings, file), runtimeModules[framework]);
	const last = members.findLastIndex(({ kind }) => kind === 'auth' || kind === 'guard');
	return members
		.slice(0, Math.max(last, 0))
		.filter((member) => member.kind === 'other' && mayAnswer(member, framework))
		.map(({ place }) => {
			const [line = ''] = place.getText().split('\n');
			const name = line.length > 40 ? `${line.slice(0, 40)} …` : line;
			return `${file}:${place.getStartLineNumber()}: \`${name}\` runs before the rules. What it answers by itself is guarded by none of them: it should stand behind them, or answer nothing that is guarded.`;
		});
}

function mayAnswer({ node, place }: Member, framework: Framework): boolean {
	if (staysFirst(place)) return false;
	const fn = functionBehind(node);
	if (!fn) return true;
	const body = fn.getBody();
	const passesOn = passingOn(fn, framework);
	if (!Node.isBlock(body)) return body === undefined || !passesOn(body);
	const returns = body
		.getDescendants()
		.filter(Node.isReturnStatement)
		.filter((one) => one.getFirstAncestor(Node.isFunctionLikeDeclaration) === fn);
	return returns.some((one) => {
		const value = one.getExpression();
		return value !== undefined && !passesOn(value);
	});
}

/** `return resolve(event)`, or a constant that holds its answer; SolidStart's middleware answers with any value. */
function passingOn(fn: HostFunction, framework: Framework): (value: Node) => boolean {
	const names = fn.getParameters().flatMap((one) => {
		const binding = one.getNameNode();
		if (!Node.isObjectBindingPattern(binding)) return [`${binding.getText()}.resolve`];
		return binding
			.getElements()
			.filter((element) => takenName(element) === 'resolve')
			.map((element) => element.getName());
	});
	const passes = (value: Node): boolean => {
		const node = unwrap(value);
		if (framework === 'solid-start') return Node.isVoidExpression(node) || node.getText() === 'undefined';
		if (Node.isAwaitExpression(node)) return passes(node.getExpression());
		if (Node.isCallExpression(node)) return names.includes(node.getExpression().getText());
		if (!Node.isIdentifier(node)) return false;
		const held = fn
			.getDescendantsOfKind(SyntaxKind.VariableDeclaration)
			.filter((declaration) => declaration.getName() === node.getText())
			.map((declaration) => declaration.getInitializer());
		return held.length > 0 && held.every((one) => one !== undefined && one !== node && passes(one));
	};
	return passes;
}

function functionBehind(node: Node): HostFunction | undefined {
	const fn = readableBehind(node);
	if (isFunctionValue(fn)) return fn;
	return Node.isIdentifier(fn) ? fn.getSourceFile().getFunction(fn.getText()) : undefined;
}
