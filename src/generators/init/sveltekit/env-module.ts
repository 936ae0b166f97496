import { anyValue, declareEnvVariables } from '../../../edits/env/declared.ts';
import { moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';

/** `src/env.ts`: on SvelteKit 3 a variable that is not declared there cannot be read. */
export function stageEnvModule(context: Pick<Context, 'host' | 'staging' | 'style' | 'variables'>): void {
	const { host, staging, style, variables } = context;
	const path = moduleFile(host, `${host.paths.source}/env`);
	const functions = host.generation.envFunctions;
	staging.edit(
		path,
		'declares the variables that sign-in reads',
		(content) => declareEnvVariables(path, content, variables, { functions, fallback: style }),
		() => render('integration-b/env.ts', { variables, schema: anyValue(functions) }, context),
	);
}
