import { AuthgraftError } from '../../../errors.ts';
import { development, findProviders } from '../../../generators/providers/index.ts';
import { readCatalogue } from '../../../generators/providers/read-catalogue.ts';
import type { Plan } from '../../../plan/change.ts';
import { carryOut } from '../../carry-out/index.ts';
import { openHost } from '../../host/open.ts';
import type { RemoveProviderOptions } from './options.ts';

/**
 * `authgraft remove-provider`: the same way back.
 * @returns the exit code.
 * @throws AuthgraftError AG_PROVIDER_UNKNOWN (exit 2), AG_PROVIDER_UNSUPPORTED for one of the application's own.
 */
export async function run(ids: string[], options: RemoveProviderOptions): Promise<number> {
	const host = await openHost(options);
	const facts = [development, ...(await readCatalogue(host)).facts];
	const { findAuthModule, knownProviders, removeProviderChanges } = await import(
		'../../../generators/add-provider/index.ts'
	);
	const module = findAuthModule(host, options.module);
	const known = knownProviders(module.listed, facts);
	const gone = [...new Set(ids)].flatMap((wanted) => {
		const listed = known.find(({ id }) => id === wanted);
		if (listed && !listed.fact) throw notOurs(wanted, module.list);
		if (listed?.fact) return [{ ...listed, fact: listed.fact }];
		// Words for it, and typing mistakes.
		const [fact] = findProviders([wanted], facts);
		return known.flatMap((one) => (one.fact && one.fact === fact && !one.isOwnId ? [{ ...one, fact }] : []));
	});
	const plan: Plan = {
		root: host.root,
		command: `remove-provider ${gone.map(({ id }) => id).join(' ')}`.trim(),
		changes: gone.length === 0 ? [] : removeProviderChanges(host, module, known, gone, options),
	};
	const listed = known.map(({ id }) => id).join(', ') || 'none';
	return carryOut(
		plan,
		host,
		{ ...options, install: false },
		{
			nothing: `Nothing to do: ${ids.join(', ')} ${ids.length > 1 ? 'are' : 'is'} not listed (listed: ${listed}).`,
			next: { removed: gone.map(({ id }) => id), variablesKept: !options.variables },
		},
	);
}

const notOurs = (id: string, file: string): AuthgraftError =>
	new AuthgraftError(
		'AG_PROVIDER_UNSUPPORTED',
		`"${id}" in ${file} is a provider of the application's own`,
		'Take it out by hand.',
	);
