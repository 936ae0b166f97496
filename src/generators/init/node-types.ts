import { ts } from 'ts-morph';
import { hookFile } from '../../audit/collisions/hook-file.ts';
import { openFile } from '../../audit/findings/reading/open.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { installedByChance } from '../../host/packages/by-chance.ts';
import { openSources } from '../../host/routes/index.ts';
import { isText, lineOf, within } from '../../syntax/tree/nodes.ts';
import { bindingOf } from '../../syntax/tree/scopes.ts';
import type { Context } from '../context.ts';

/** Enough to find one that uses them. */
const maxFiles = 40;

const usesNode = /node:|\bprocess\b/;

/** Types of Node.js that the project uses and does not list: an install of packages may take them away. */
export function stageNodeTypes({ host, staging, auth }: Context): void {
	if (host.language !== 'ts' || auth.module) return;
	const version = installedByChance(host, '@types/node');
	if (version === undefined) return;
	const use = firstUse(host);
	if (!use) return;
	const major = /^\d+/.exec(version)?.[0] ?? 'latest';
	const text = `uses the types of Node.js, and no package.json lists @types/node: npm may remove it with the next install. Add it: npm install --save-dev @types/node@${major}`;
	staging.tell(auth.file, { code: 'node-types', ...use, text });
}

/** Where the first one of these files uses something of Node.js. */
function firstUse(host: Host): { file: HostPath; line: number } | undefined {
	const sources = openSources(host);
	const own = [host.configFile, hookFile(host)].flatMap((path) => path ?? []);
	const configs = host.list('').filter((name) => /\.config\.m?ts$/.test(name));
	const { source } = host.paths;
	const top = host.list(source).map((name) => (source === '' ? name : `${source}/${name}`));
	const files = [...new Set([...own, ...configs, ...top])].filter(isCode);
	for (const path of files.slice(0, maxFiles)) {
		const file = usesNode.test(sources.text(path) ?? '') ? openFile(sources, path) : undefined;
		const use = file && within(file.ast).find(isNodes);
		if (use) return { file: path, line: lineOf(use) };
	}
	return undefined;
}

const isCode = (path: HostPath): boolean => /\.m?tsx?$/.test(path) && !/\.(?:d|test|spec)\.\w+$/.test(path);

/** `import { join } from 'node:path'`, `process.env`. */
const isNodes = (node: ts.Node): boolean =>
	ts.isImportDeclaration(node)
		? isText(node.moduleSpecifier) && node.moduleSpecifier.text.startsWith('node:')
		: ts.isPropertyAccessExpression(node) &&
			ts.isIdentifier(node.expression) &&
			node.expression.text === 'process' &&
			bindingOf('process', node) === undefined;
