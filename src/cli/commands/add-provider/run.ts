import { privateEnvFile } from '../../../generators/env/index.ts';
import { development } from '../../../generators/providers/index.ts';
import { readCatalogue } from '../../../generators/providers/read-catalogue.ts';
import type { Plan } from '../../../plan/change.ts';
import { carryOut } from '../../carry-out/index.ts';
import { openHost } from '../../host/open.ts';
import { ourPackages } from '../../install/index.ts';
import { describeProvider, descriptionLines } from '../../providers/describe.ts';
import { paint, say } from '../../terminal/output.ts';
import { addProviderAnswers } from './answers.ts';
import type { AddProviderOptions } from './options.ts';
import { refuseSecretArguments } from './values.ts';

/**
 * `authgraft add-provider`: argv, host, answers, changes, plan, disk, report.
 * @returns the exit code.
 */
export async function run(ids: string[], options: AddProviderOptions): Promise<number> {
	refuseSecretArguments(ids, options);
	const host = await openHost(options);
	const catalogue = await readCatalogue(host);
	for (const warning of catalogue.warnings) say(`${paint('yellow', 'Note:')} ${warning}`);
	const facts = [development, ...catalogue.facts];
	const { addProviderChanges, checkProviders, findAuthModule, isListed, knownProviders, setVariables } =
		await import('../../../generators/add-provider/index.ts');
	const { lacksPasskeys } = await import('../../../generators/add-adapter/passkeys.ts');
	const module = findAuthModule(host, options.module);
	const known = knownProviders(module.listed, facts);
	const isSet = setVariables(host);
	const answers = await addProviderAnswers(ids, options, {
		facts,
		listed: known.map(({ id }) => id),
		isSet,
		check: (wanted) =>
			checkProviders(wanted, module, known, () => lacksPasskeys(host, module), options.signOut),
	});
	const { providers, values } = answers;
	const plan: Plan = {
		root: host.root,
		command: [
			'add-provider',
			...providers.map(({ fact }) => fact.id),
			...(options.id === undefined ? [] : ['--id', options.id]),
			...(options.signOut ? ['--sign-out'] : []),
		].join(' '),
		changes: addProviderChanges(host, module, known, answers),
	};
	const place = {
		host,
		basePath: module.facts.basePath,
		signOut: answers.signOut === true,
		isSet: (name: string) => isSet(name) || Boolean(values[name]),
	};
	const described = providers.map((provider) => describeProvider(provider, place));
	const fillIn = described.flatMap(({ variables }) => variables.filter((one) => one.required && !one.set));
	const needed = providers.flatMap(({ fact }) => Object.keys(fact.packages ?? {}));
	const packages = [...(module.ours ? ourPackages : []), ...needed];
	const isNew = providers.some((provider) => !isListed(provider, known));
	const names = providers.map(({ id }) => id).join(', ');
	return carryOut(
		plan,
		host,
		{ ...options, install: options.install && (isNew || needed.length > 0) },
		{
			packages,
			nothing: `Nothing to do: ${names} ${providers.length > 1 ? 'are' : 'is'} there already.`,
			next: { providers: described, fillIn: fillIn.map(({ name }) => name) },
			nextLines: (install) => [
				...(install ? [`Install the packages: ${install}`] : []),
				...described.flatMap((one) => descriptionLines(one, privateEnvFile(host))),
			],
		},
	);
}
