import { ts } from 'ts-morph';
import { runtimeModules } from '../../framework.ts';
import type { HostPath } from '../../host/host.ts';
import type { Sources } from '../../host/routes/index.ts';
import { isMember } from '../../syntax/tree/names.ts';
import { fileOf, lineOf, within } from '../../syntax/tree/nodes.ts';
import { bindingOf } from '../../syntax/tree/scopes.ts';
import { openFile } from '../findings/reading/open.ts';
import { requestScope } from '../findings/reading/request-scope.ts';
import type { AuthModule } from './index.ts';

/**
 * Where a file that the hooks, or the middleware, take their handles from runs sign-in: `export const all = sequence(handle,
 * log)` in `$lib/server/hooks`. Undefined where they run it themselves, or nobody does.
 */
export function runsElsewhere(
	sources: Sources,
	hooks: HostPath,
	module: Pick<AuthModule, 'file' | 'handles'>,
): { file: HostPath; line: number } | undefined {
	const { framework } = sources.host;
	const file = openFile(sources, hooks);
	const words = (file ? requestScope(file, framework) : [])
		.filter((node) => fileOf(node).path !== module.file)
		.flatMap((node) => within(node))
		.filter((node): node is ts.Identifier => ts.isIdentifier(node) && !isMember(node))
		.filter((word) => (framework === 'sveltekit' ? isHandle(word, module) : isMiddleware(word)));
	const [first] = words;
	if (!first || words.some((word) => fileOf(word).path === hooks)) return undefined;
	return { file: fileOf(first).path, line: lineOf(first) };
}

/** The handle of the auth module, whatever the file calls the two. */
function isHandle(word: ts.Identifier, { file, handles }: Pick<AuthModule, 'file' | 'handles'>): boolean {
	const binding = bindingOf(word.text, word);
	if (binding?.kind !== 'import' || fileOf(word).open(binding.module)?.path !== file) return false;
	const { parent } = word;
	const isObject = ts.isPropertyAccessExpression(parent) && parent.expression === word;
	const member = isObject ? parent.name.text : '';
	// Of `* as auth` what stands behind the dot is exported.
	if (binding.name === '*') return handles.includes(member);
	return handles.includes(binding.name) || handles.includes(`${binding.name}.${member}`);
}

function isMiddleware(word: ts.Identifier): boolean {
	const binding = bindingOf(word.text, word);
	return (
		binding?.kind === 'import' &&
		binding.module === runtimeModules['solid-start'] &&
		binding.name === 'authMiddleware'
	);
}
