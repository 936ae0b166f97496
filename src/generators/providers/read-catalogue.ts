import type { Host } from '../../host/host.ts';
import { catalogue, catalogueVersion } from './catalogue.ts';
import { readCache, writeCache } from './derive/cache.ts';
import { findHostCore, type HostCore } from './derive/host-core.ts';
import type { Derivation, DerivedFact } from './derive/index.ts';
import { deriveInProcess } from './derive/process.ts';
import type { ProviderFact } from './fact.ts';
import { withHandFacts } from './hand-facts.ts';

export interface HostCatalogue {
	/** By module. Without the development provider, which is part of the runtime. */
	facts: readonly ProviderFact[];
	/** Version of the core that is installed in the host; undefined when none is to be found. */
	core: string | undefined;
	/** `own`: the facts are those of the core that this version of authgraft was made with. */
	from: 'own' | 'host';
	/** One sentence each, for the person. */
	warnings: string[];
}

/**
 * The providers that a host can add: those of its installed `@auth/core`. Another version than ours is asked in a process
 * of its own, once; what it says is kept in `node_modules/.cache/authgraft`. Never throws: without an answer the facts
 * are our own, with a warning.
 *
 * @param options.timeoutMs how long the host's core may take
 */
export async function readCatalogue(
	{ root }: Pick<Host, 'root'>,
	options: { timeoutMs?: number } = {},
): Promise<HostCatalogue> {
	const core = findHostCore(root);
	if (!core || core.version === catalogueVersion)
		return { facts: catalogue, core: core?.version, from: 'own', warnings: [] };
	try {
		return fromHost(core, await derivationOf(root, core, options));
	} catch (error) {
		const warning = `The list of providers is that of @auth/core ${catalogueVersion}: the installed ${core.version} cannot be asked (${(error as Error).message}).`;
		return { facts: catalogue, core: core.version, from: 'own', warnings: [warning] };
	}
}

async function derivationOf(
	root: string,
	core: HostCore,
	options: { timeoutMs?: number },
): Promise<Derivation> {
	const cached = readCache(root, core.version);
	if (cached) return cached;
	const derivation = await deriveInProcess(core.folder, options);
	// A module that is new to us may load once its package is installed.
	if (derivation.failed.every(({ module }) => ownFact(module))) writeCache(root, core.version, derivation);
	return derivation;
}

const ownFact = (module: string): ProviderFact | undefined =>
	catalogue.find((fact) => fact.module === module);

/** Modules that did not answer, mostly since their package is not installed yet, are taken as we know them. */
function fromHost(core: HostCore, { facts, failed }: Derivation): HostCatalogue {
	const ids = new Set(facts.map(({ id }) => id));
	const known = failed.flatMap(({ module }) => ownFact(module) ?? []).filter(({ id }) => !ids.has(id));
	const unknown = failed.filter(({ module }) => !ownFact(module));
	const derived: DerivedFact[] = [...facts, ...known.map(({ deprecated: _, ...fact }) => fact)];
	const modules = new Set(derived.map(({ module }) => module));
	const all = derived.map((fact) => withHandFacts(fact, { peers: core.peers, modules }));
	return {
		facts: all.toSorted((a, b) => (a.module < b.module ? -1 : 1)),
		core: core.version,
		from: 'host',
		warnings: unknown.map(
			({ module, reason }) =>
				`The provider module ${module} is left out, since it does not load (${reason}).`,
		),
	};
}
