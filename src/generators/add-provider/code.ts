import type { OptionValue, ProviderCode, ProviderForm } from '../../edits/providers/request.ts';
import { runtimeModules } from '../../framework.ts';
import type { Host } from '../../host/host.ts';
import type { ProviderOption } from '../providers/fact.ts';
import { providerOptions, shownName } from '../providers/index.ts';
import { templateOf } from '../templates/compile.ts';
import type { WantedProvider } from './answers.ts';

/** Where the code will stand. */
export interface CodePlace {
	host: Pick<Host, 'framework' | 'generation' | 'language' | 'jsdoc'>;
	/** The module is for our runtime, which reads more from the environment than the core does. */
	ours: boolean;
	/** What was answered, by variable. */
	values?: Readonly<Record<string, string>>;
}

/** A provider as a person would have written it: bare where the environment says everything. */
export function providerCode({ fact, id }: WantedProvider, place: CodePlace): ProviderCode {
	const { module, factory } = fact;
	const isOurs = module === '';
	return {
		id,
		from: isOurs ? runtimeModules[place.host.framework] : `@auth/core/providers/${module}`,
		exported: isOurs ? factory : 'default',
		local: factory,
		form: formOf({ fact, id }, place),
	};
}

function formOf(wanted: WantedProvider, place: CodePlace): ProviderForm {
	const { fact, id } = wanted;
	if (fact.id === 'development') return development(place);
	if (fact.type === 'credentials') return credentials(wanted, place);
	// Two buttons of one name would leave people guessing.
	const ownId: { name: string; value: OptionValue }[] =
		id === fact.id
			? []
			: [
					{ name: 'id', value: { text: id } },
					{ name: 'name', value: { text: shownName(wanted) } },
				];
	// The core takes the empty value of an optional issuer for an issuer.
	const options = providerOptions(fact, id).filter(
		({ variable, option }) => place.ours || option.required || place.values?.[variable],
	);
	// The core names the variables after the provider's own id, whatever id it has got (docs/specification.md, fault 49).
	const isReadForUs = ({ name, inCode }: ProviderOption): boolean =>
		place.ours ? !inCode : ownId.length === 0 && readByCore.includes(name);
	const written = options
		.filter(({ option }) => !isReadForUs(option))
		.map(({ variable, option }) => ({ name: option.name, value: read(variable, option) }));
	const all = [...ownId, ...written];
	if (all.length === 0) return { kind: 'bare' };
	const inherit = place.ours || written.length < options.length;
	return { kind: 'lazy', inherit, options: all, ...(untyped.includes(fact.module) ? { untyped: true } : {}) };
}

/** Their types want more than the core hands to what it sends mail with, so that the compiler takes them for no provider. */
const untyped = ['loops'];

/** What the core hands to a function in `providers`. */
const readByCore = ['clientId', 'clientSecret', 'issuer', 'apiKey'];

const read = (variable: string, { orEmpty }: ProviderOption): OptionValue => ({
	variable,
	...(orEmpty ? { orEmpty } : {}),
});

function development({ host }: CodePlace): ProviderForm {
	const { appEnvModule } = host.generation;
	const isDevelopment = appEnvModule ? 'dev' : 'import.meta.env.DEV';
	return {
		kind: 'text',
		text: `...(${isDevelopment} ? [%local%()] : [])`,
		...(appEnvModule ? { imports: [{ module: appEnvModule, name: 'dev' }] } : {}),
	};
}

/** With an `authorize` that refuses everybody: who may come in is for a person to write. */
function credentials({ fact, id }: WantedProvider, { host, ours }: CodePlace): ProviderForm {
	const { framework, language, jsdoc } = host;
	const isTyped = language === 'ts';
	const values = { ts: isTyped, jsdoc };
	const item = templateOf('partials/credentials')({ ownId: id === fact.id ? '' : id, last: true });
	const declaration = templateOf('partials/authorize')({ credentials: true, ...values });
	return {
		kind: 'text',
		text: item
			.trim()
			.replace('Credentials', '%local%')
			.replace(/\bauthorize$/m, 'authorize: %authorize%'),
		declaration: declaration.trim().replace('function authorize', 'function %authorize%'),
		...(isTyped
			? {
					imports: [
						{ module: ours ? runtimeModules[framework] : '@auth/core/types', name: 'User', typeOnly: true },
					],
				}
			: {}),
	};
}
