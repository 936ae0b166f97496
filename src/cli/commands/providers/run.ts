import { resolve } from 'node:path';
import { AuthgraftError } from '../../../errors.ts';
import type { WantedProvider } from '../../../generators/add-provider/answers.ts';
import { privateEnvFile } from '../../../generators/env/index.ts';
import type { ProviderFact } from '../../../generators/providers/fact.ts';
import { development, findProviders, providerVariables } from '../../../generators/providers/index.ts';
import { readCatalogue } from '../../../generators/providers/read-catalogue.ts';
import type { Host, HostPath } from '../../../host/host.ts';
import { readHost } from '../../../host/index.ts';
import { anyHost, describeProvider, descriptionLines } from '../../providers/describe.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { data, paint, say } from '../../terminal/output.ts';
import type { ProvidersOptions } from './options.ts';

/** What a project says about providers; nothing where there is none. */
interface Known {
	host: Host | undefined;
	listed: readonly { id: string; fact: ProviderFact | undefined }[];
	basePath: string | undefined;
	isSet: ((name: string) => boolean) | undefined;
	/** The env file that is to be filled in. */
	envFile: HostPath;
}

/**
 * `authgraft providers`: the catalogue, or all about some of it. Reads only, and works outside a project, too.
 * @returns the exit code.
 * @throws AuthgraftError AG_PROVIDER_UNKNOWN (exit 2).
 */
export async function run(ids: string[], options: ProvidersOptions): Promise<number> {
	const root = resolve(options.cwd);
	const { facts: core, warnings, core: version } = await readCatalogue({ root });
	for (const warning of warnings) say(`${paint('yellow', 'Note:')} ${warning}`);
	const facts = [development, ...core];
	const known = await knownIn(root, facts);
	const wanted: WantedProvider[] =
		ids.length === 0
			? facts.map((fact) => ({ fact, id: fact.id }))
			: ids.flatMap((id) => named(id, facts, known));
	if (options.json)
		jsonDocument(
			{ command: 'providers', host: known.host, exitCode: 0 },
			{ core: version, providers: wanted.map((provider) => describe(provider, known)) },
		);
	else if (ids.length === 0) printTable(facts, known);
	else for (const provider of wanted) data(...tell(provider, known));
	return 0;
}

/** Own ids of the project stand for the provider behind them. */
function named(id: string, facts: readonly ProviderFact[], { listed }: Known): WantedProvider[] {
	const own = listed.find((one) => one.id === id);
	if (own?.fact) return [{ fact: own.fact, id }];
	return findProviders([id], facts).map((fact) => ({ fact, id: fact.id }));
}

async function knownIn(root: string, facts: readonly ProviderFact[]): Promise<Known> {
	try {
		const host = await readHost(root);
		const { findAuthModule, knownProviders, setVariables } = await import(
			'../../../generators/add-provider/index.ts'
		);
		const isSet = setVariables(host);
		const envFile = privateEnvFile(host);
		try {
			const module = findAuthModule(host, undefined);
			const listed = knownProviders(module.listed, facts);
			return { host, listed, basePath: module.facts.basePath, isSet, envFile };
		} catch (error) {
			if (!(error instanceof AuthgraftError)) throw error;
			return { host, listed: [], basePath: undefined, isSet, envFile };
		}
	} catch (error) {
		// Whatever keeps the folder from being a project of ours: the catalogue can be looked at all the same.
		if (!(error instanceof AuthgraftError)) throw error;
		return { host: undefined, listed: [], basePath: undefined, isSet: undefined, envFile: '.env' };
	}
}

const describe = (provider: WantedProvider, { host, basePath, isSet, listed }: Known) => ({
	...describeProvider(provider, { host: host ?? anyHost, basePath, ...(isSet ? { isSet } : {}) }),
	listed: listed.some(({ id }) => id === provider.id),
	listedAs: listed.filter(({ fact }) => fact === provider.fact).map(({ id }) => id),
});

function tell(provider: WantedProvider, known: Known): string[] {
	const described = describe(provider, known);
	const variables = described.variables.map(
		({ name, description, required }) => `  ${name}  ${description}${required ? '' : ' (optional)'}`,
	);
	return [
		...descriptionLines(described, known.envFile),
		...(variables.length > 0 ? ['  Variables:'] : []),
		...variables.map((line) => `  ${line}`),
	];
}

/** `set up`, `set up as staff`; undefined where it is not. */
function setUp(fact: ProviderFact, listed: Known['listed']): string | undefined {
	const ids = listed.filter((one) => one.fact === fact).map(({ id }) => id);
	const own = ids.filter((id) => id !== fact.id);
	const plain = ids.includes(fact.id) ? ['set up'] : [];
	const both = [...plain, ...(own.length > 0 ? [`set up as ${own.join(', ')}`] : [])];
	return both.length > 0 ? both.join(', ') : undefined;
}

function printTable(facts: readonly ProviderFact[], { listed }: Known): void {
	const rows = facts.map((fact) => [
		fact.id,
		fact.name,
		fact.type,
		setUp(fact, listed) ?? (fact.deprecated ? 'deprecated' : ''),
		providerVariables(fact)
			.map(({ name }) => name)
			.join(' '),
	]);
	const table = [['ID', 'NAME', 'TYPE', '', 'VARIABLES'], ...rows];
	const widths = [0, 1, 2, 3].map((column) =>
		Math.max(...table.map((row) => (row[column] as string).length)),
	);
	for (const row of table)
		data(
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join('  ')
				.trimEnd(),
		);
}
