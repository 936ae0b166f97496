import { ts } from 'ts-morph';
import { defaultExport, find, follow } from '../../host/config/expressions.ts';
import { ifReadable } from '../../host/files/index.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { openSources } from '../../host/routes/index.ts';
import { isText, lineOf, nameOf, type Parsed, parsed, within } from '../../syntax/tree/nodes.ts';
import { behind } from '../../syntax/tree/scopes.ts';
import { openFile } from '../findings/reading/open.ts';
import { requestScope } from '../findings/reading/request-scope.ts';
import { hookFile } from './hook-file.ts';

/** A `form-action` of a Content-Security-Policy. Chromium holds every redirect behind a form to it, too. */
export interface FormPolicy {
	file: HostPath;
	/** 1-based. */
	line: number;
	/** As they are written; undefined where some of them are computed. */
	sources: string[] | undefined;
	/** It stands in the framework's own options, as a list. */
	inConfig: boolean;
}

/** Every such policy that a host says, in its config, its hooks or middleware, or in the page around all pages. */
export function readFormPolicies(host: Host): FormPolicy[] {
	const { source } = host.paths;
	const hooks = hookFile(host);
	const hooksParsed = hooks === undefined ? undefined : openFile(openSources(host), hooks);
	return [
		...(host.framework === 'sveltekit' ? inOptions(host) : []),
		...(hooksParsed ? policiesIn(requestScope(hooksParsed, host.framework)) : []),
		...(host.framework === 'sveltekit'
			? inTemplate(host, `${source}/app.html`)
			: ['tsx', 'jsx'].flatMap((extension) => inEntry(host, `${source}/entry-server.${extension}`))),
	];
}

function inOptions(host: Host): FormPolicy[] {
	const path = host.configFile;
	const text = path === undefined ? undefined : ifReadable(() => host.read(path));
	if (path === undefined || !text?.includes('form-action')) return [];
	const { ast } = parsed(path, text);
	return optionsIn(ast, path).flatMap(([options, ...keys]) => {
		const found = find(options, [...keys, 'csp', 'directives', 'form-action']);
		if (!found || found.computed) return [];
		const value = follow(found.node);
		const sources = ts.isArrayLiteralExpression(value) ? textsOf(value) : undefined;
		return [{ file: path, line: lineOf(found.node), sources, inConfig: ts.isArrayLiteralExpression(value) }];
	});
}

/** The objects that hold options, each with the keys that lead to them. */
function optionsIn(ast: ts.SourceFile, path: HostPath): [ts.Node, ...string[]][] {
	if (path.split('/').at(-1)?.startsWith('svelte.config')) {
		const exported = defaultExport(ast);
		return exported ? [[exported, 'kit']] : [];
	}
	return within(ast).flatMap((node): [ts.Node][] =>
		ts.isCallExpression(node) && node.expression.getText() === 'sveltekit' && node.arguments[0]
			? [[node.arguments[0]]]
			: [],
	);
}

function textsOf({ elements }: ts.ArrayLiteralExpression): string[] | undefined {
	const texts = elements.filter((element) => isText(element));
	return texts.length === elements.length ? texts.map(({ text }) => text) : undefined;
}

/** Policies in some code: the texts of headers, lists of directives, objects of them. */
export function policiesIn(scope: readonly ts.Node[]): FormPolicy[] {
	const nodes = scope.flatMap((root) => within(root));
	// `headers.set('content-security-policy', policy)`, whose text may lie in another file.
	const handed = nodes
		.filter((node) => ts.isCallExpression(node))
		.flatMap(({ arguments: [name, value] }) =>
			name && value && isText(name) && name.text.toLowerCase() === 'content-security-policy'
				? within(behind(value))
				: [],
		);
	return [...new Set([...nodes, ...handed])].flatMap((node) => policyAt(node) ?? []);
}

function policyAt(node: ts.Node): FormPolicy | undefined {
	if (ts.isPropertyAssignment(node) && nameOf(node.name) === 'form-action') return ofProperty(node);
	const isPiece = isText(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
	const match = isPiece ? /(?:^|[\s;])form-action\s+([^;]*)(;?)/i.exec(node.text) : null;
	if (!match || isReportOnly(node)) return undefined;
	// What is put in behind a text may be one more source.
	const isOpen = match[2] === '' && (ts.isTemplateHead(node) || ts.isTemplateMiddle(node));
	return at(node, isOpen ? undefined : (match[1] ?? '').split(/\s+/).filter(Boolean));
}

function ofProperty(property: ts.PropertyAssignment): FormPolicy {
	const value = behind(property.initializer);
	if (isText(value)) return at(property, value.text.split(/\s+/).filter(Boolean));
	return at(property, ts.isArrayLiteralExpression(value) ? textsOf(value) : undefined);
}

/** A policy that is only reported stops nothing. */
function isReportOnly(node: ts.Node): boolean {
	for (let outer = node.parent; outer; outer = outer.parent)
		if (ts.isCallExpression(outer) || ts.isPropertyAssignment(outer))
			if (/report-only/i.test(outer.getText().slice(0, 300))) return true;
	return false;
}

const at = (node: ts.Node, sources: string[] | undefined): FormPolicy => ({
	...{ file: node.getSourceFile().fileName, line: lineOf(node), sources, inConfig: false },
});

/** `<meta http-equiv="content-security-policy" content="form-action 'self'">` */
function inTemplate(host: Host, path: HostPath): FormPolicy[] {
	const text = ifReadable(() => host.read(path)) ?? '';
	const shown = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
	return [...shown.matchAll(/<meta\s[^>]*http-equiv=["']?content-security-policy["'\s][^>]*>/gi)].flatMap(
		({ 0: tag, index }) => {
			const match = /form-action\s+([^;"]*)/i.exec(tag);
			if (!match) return [];
			const line = shown.slice(0, index + match.index).split('\n').length;
			return [{ file: path, line, sources: (match[1] ?? '').split(/\s+/).filter(Boolean), inConfig: false }];
		},
	);
}

function inEntry(host: Host, path: HostPath): FormPolicy[] {
	const text = ifReadable(() => host.read(path));
	if (!text?.includes('form-action')) return [];
	const file: Parsed = parsed(path, text);
	return policiesIn([file.ast]);
}

/** Whether a policy lets a form lead to an origin: `undefined` where that cannot be told. */
export function allowsForm({ sources }: FormPolicy, origin: string | undefined): boolean | undefined {
	if (!sources) return undefined;
	const schemes = sources.some((source) => source === '*' || source === 'https:');
	if (schemes) return true;
	if (origin === undefined) return sources.some((source) => /[.:]/.test(source)) ? undefined : false;
	const url = new URL(origin);
	return sources.some((source) => {
		const [, scheme = url.protocol, host = ''] = /^(?:([a-z][a-z\d+.-]*:)\/\/)?([^/]+)/i.exec(source) ?? [];
		if (scheme.toLowerCase() !== url.protocol) return false;
		const wanted = host.toLowerCase().replace(/:(?:443|\*)$/, '');
		return wanted.startsWith('*.') ? url.host.endsWith(wanted.slice(1)) : wanted === url.host;
	});
}
