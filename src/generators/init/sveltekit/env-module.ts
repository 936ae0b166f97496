import { declareEnvVariables } from '../../../edits/env/declared.ts';
import type { Change } from '../../../plan/change.ts';
import { createOrEdit } from '../../changes/index.ts';
import { moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';

/** `src/env.ts`: on SvelteKit 3 a variable that is not declared there cannot be read. */
export function envModuleChange(context: Context): Change {
	const { host, style, variables } = context;
	const path = moduleFile(host, `${host.paths.source}/env`);
	return createOrEdit(
		host,
		path,
		'declares the variables that sign-in reads',
		() => render('integration-b/env.ts', { variables }, context),
		(content) => declareEnvVariables(path, content, variables, style),
	);
}
