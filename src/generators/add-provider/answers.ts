import type { HostPath } from '../../host/host.ts';
import type { ProviderFact } from '../providers/fact.ts';

/** A provider, and the id that it gets in this application. */
export interface WantedProvider {
	fact: ProviderFact;
	/** The provider's own one, or what `--id` says. */
	id: string;
}

/** What `add-provider` was told, by flags or by a person. */
export interface AddProviderAnswers {
	providers: WantedProvider[];
	/** Values of their variables, as far as they were given: `AUTH_GITHUB_ID` to its value. */
	values: Readonly<Record<string, string>>;
	/** Whether signing out ends the session at the provider, too. */
	signOut?: boolean;
	/** The file that holds the configuration, where `--module` names it. */
	module: HostPath | undefined;
}
