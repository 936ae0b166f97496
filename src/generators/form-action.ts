import { allowsForm, type FormPolicy, readFormPolicies } from '../audit/collisions/form-action.ts';
import { setConfigOption } from '../edits/config-option.ts';
import type { Host } from '../host/host.ts';
import type { Style } from '../syntax/source.ts';
import type { Staging } from './changes/index.ts';
import type { ProviderFact } from './providers/fact.ts';

/** A provider to whose page a form will lead. */
export interface FormTarget {
	name: string;
	/** Undefined where it depends on the issuer. */
	origin: string | undefined;
}

/** Whether people leave for a page of the provider. */
export const leadsAway = ({ type }: Pick<ProviderFact, 'type'>): boolean =>
	type === 'oauth' || type === 'oidc';

/**
 * A Content-Security-Policy that keeps forms on this site stops them on their way to a provider, without a word in any
 * log. The origin is added where the framework's options list the sources; elsewhere it is told.
 */
export function stageFormAction(
	staging: Staging,
	host: Host,
	targets: readonly FormTarget[],
	style: Style,
): void {
	if (targets.length === 0) return;
	for (const policy of readFormPolicies(host)) {
		for (const target of targets) {
			const allows = allowsForm(policy, target.origin);
			if (allows === true) continue;
			if (target.origin !== undefined && addOrigin(staging, policy, target.origin, style)) continue;
			staging.skip(policy.file, 'has a policy for forms', 'not changed: see the note');
			const { file, line } = policy;
			const text = told(target, allows === false);
			staging.tell(file, { code: 'form-action', file, ...(line === undefined ? {} : { line }), text });
		}
	}
}

function told({ name, origin }: FormTarget, isSure: boolean): string {
	const missing = origin ?? `the origin of ${name}'s sign-in page`;
	return `${isSure ? 'lacks' : 'may lack'} ${missing} in the form-action of its Content-Security-Policy: browsers stop a form that leads there, such as the sign-in page without JavaScript. Add it.`;
}

/** Into the list of the framework's options, where that is certain to be all of it. */
function addOrigin(staging: Staging, policy: FormPolicy, origin: string, style: Style): boolean {
	const { file, inConfig, sources } = policy;
	const text = staging.read(file);
	// Beside 'none' nothing counts.
	if (!inConfig || !sources || sources.some((source) => /^'?none'?$/.test(source)) || text === undefined)
		return false;
	const inPlugin = !file.split('/').at(-1)?.startsWith('svelte.config');
	const keys: [string, ...string[]] = ['csp', 'directives', 'form-action'];
	const result = setConfigOption(file, text, {
		where: inPlugin ? { call: 'sveltekit', from: '@sveltejs/kit/vite' } : 'default export',
		option: inPlugin ? keys : ['kit', ...keys],
		value: [origin],
		append: true,
		fallback: style,
	});
	if (result.kind !== 'edited') return false;
	staging.edit(file, `lets forms lead to ${origin}`, () => result);
	return true;
}
