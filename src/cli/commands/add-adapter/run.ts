import { AuthgraftError } from '../../../errors.ts';
import { type AdapterKind, adapters, findAdapter } from '../../../generators/add-adapter/adapters.ts';
import { privateEnvFile } from '../../../generators/env/index.ts';
import { isRefusal, type Plan } from '../../../plan/change.ts';
import { carryOut } from '../../carry-out/index.ts';
import { openHost } from '../../host/open.ts';
import { ourPackages } from '../../install/index.ts';
import { fillInLines } from '../../providers/describe.ts';
import { canAsk } from '../../terminal/can-ask.ts';
import { paint, say } from '../../terminal/output.ts';
import type { AddAdapterOptions } from './options.ts';

/**
 * `authgraft add-adapter`: a database for people, accounts and sessions.
 * @returns the exit code.
 * @throws AuthgraftError AG_ADAPTER_UNKNOWN, AG_MISSING_ANSWER (both exit 2), AG_ADAPTER_UNSUPPORTED.
 */
export async function run(name: string | undefined, options: AddAdapterOptions): Promise<number> {
	// Before the host is read: a typing mistake costs nothing.
	const named = name === undefined ? undefined : findAdapter(name);
	const host = await openHost(options);
	const { adapterPlan, checkAdapter, findAuthModule } = await import(
		'../../../generators/add-adapter/index.ts'
	);
	const module = findAuthModule(host, options.module);
	const kind = named ?? (await askForAdapter(options));
	checkAdapter(kind, host, module);
	const { changes, packages, commands, fillIn, sessions, notes } = adapterPlan(host, module, kind);
	const plan: Plan = { root: host.root, command: `add-adapter ${kind.name}`, changes };
	for (const note of changes.some(isRefusal) ? [] : notes) say(`${paint('yellow', 'Note:')} ${note}`);
	return carryOut(plan, host, options, {
		nothing: `Nothing to do: ${module.config} has the adapter already.`,
		packages: [...(module.ours ? ourPackages : []), ...packages],
		next: { adapter: kind.name, sessions, createTables: commands, fillIn, notes },
		nextLines: (install) => [
			...(install ? [`Install the packages: ${install}`] : []),
			...fillInLines(fillIn, privateEnvFile(host)),
			...(commands.length > 0 ? [`Create the tables: ${commands.join(', then ')}`] : []),
			'Then start the development server again, and sign in.',
		],
	});
}

async function askForAdapter(options: AddAdapterOptions): Promise<AdapterKind> {
	if (!canAsk(options))
		throw new AuthgraftError(
			'AG_MISSING_ANSWER',
			'There is no terminal to ask on, and no adapter is named',
			`Name one of ${adapters.map(({ name }) => name).join(', ')}: authgraft add-adapter drizzle`,
			2,
		);
	const { chooseOne } = await import('../../terminal/prompts.ts');
	const choices = adapters.map(({ name, description }) => ({ value: name, label: name, hint: description }));
	return findAdapter(await chooseOne('Where are people and their sessions kept?', choices));
}
