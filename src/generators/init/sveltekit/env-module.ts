import { anyValue, declareEnvVariables, type EnvVariable } from '../../../edits/env/declared.ts';
import type { Host } from '../../../host/host.ts';
import { moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';

/** `src/env.ts`: on SvelteKit 3 a variable that is not declared there cannot be read. */
export function stageEnvModule(context: Pick<Context, 'host' | 'staging' | 'style' | 'variables'>): void {
	const { host, staging, style, variables } = context;
	const path = moduleFile(host, `${host.paths.source}/env`);
	const functions = host.generation.envFunctions;
	const all = [...variables, ...platformVariables(host)];
	const declare = (content: string, those: EnvVariable[]) =>
		declareEnvVariables(path, content, those, { functions, fallback: style });
	staging.edit(
		path,
		'declares the variables that sign-in reads',
		(content) => {
			// What is only good to have is no reason to change a file that has all that is needed.
			const needed = declare(content, variables);
			return needed.kind === 'edited' ? declare(content, all) : needed;
		},
		() => render('integration-b/env.ts', { variables: all, schema: anyValue(functions) }, context),
	);
}

/** Servers of Node have it in their process, too. A Worker may have no process, and then only what is declared. */
const platformVariables = ({ adapter }: Host): EnvVariable[] =>
	adapter === '@sveltejs/adapter-node'
		? []
		: [
				{
					name: 'AUTH_TRUST_HOST',
					description: 'true where the platform sets the Host header itself, in place of AUTH_URL',
				},
			];
