import { callbackUrls } from '../../../src/cli/providers/callback-urls.ts';
import { anyHost, describeProvider } from '../../../src/cli/providers/describe.ts';
import type { ProviderFact } from '../../../src/generators/providers/fact.ts';
import { providers } from '../../../src/generators/providers/index.ts';
import { generationOf } from '../../../src/host/generations.ts';
import { fence, type Page, plain, table } from './page.ts';

const solidStart = generationOf('solid-start', 2);

function providerPage(fact: ProviderFact): Page {
	const { id, name, type } = fact;
	const told = describeProvider({ fact, id }, { host: anyHost, basePath: undefined });
	const urls = told.callbackUrls;
	const solid = urls && solidStart && callbackUrls({ ...anyHost, generation: solidStart }, undefined, id);
	const needs = [
		...(type === 'email' || type === 'webauthn' ? ['a database ([adapters](/adapters.md))'] : []),
		...Object.keys(fact.packages ?? {}).map(
			(packageName) => `the package \`${packageName}\`, which the command installs`,
		),
	];
	const parts = [
		`# ${plain(name)}`,
		...(fact.deprecated ? [`::: warning Not for something new\n${plain(fact.deprecated)}\n:::`] : []),
		`Sign in with ${plain(name)}: id \`${id}\`, type ${type}${fact.module ? `, \`@auth/core/providers/${fact.module}\`` : ', part of the runtime'}.`,
		fence('sh', fact.module ? `npx authgraft add-provider ${id}` : `npx authgraft init --providers ${id}`),
		...(needs.length > 0 ? [`Needs ${needs.join(' and ')}.`] : []),
		...(told.steps.length > 0 ? ['## Register the application'] : []),
		...(told.register ? [`Begin at <${told.register}>.`] : []),
		...(told.steps.length > 0
			? [told.steps.map((step, index) => `${index + 1}. ${plain(step)}`).join('\n')]
			: []),
		...(urls
			? [
					'## Callback URLs',
					table(
						['', 'while developing', 'in production'],
						[
							['SvelteKit', `\`${urls.development}\``, `\`${urls.production}\``],
							...(solid ? [['SolidStart', `\`${solid.development}\``, `\`${solid.production}\``]] : []),
						],
					),
				]
			: []),
		...(told.variables.length > 0
			? [
					'## Variables',
					table(
						['variable', 'what it is', ''],
						told.variables.map((one) => [
							`\`${one.name}\``,
							plain(one.description),
							[one.required ? '' : 'optional', one.secret ? 'secret' : ''].filter(Boolean).join(', '),
						]),
					),
				]
			: []),
		...(told.notes.length > 0
			? ['## Good to know', told.notes.map((note) => `- ${plain(note)}`).join('\n')]
			: []),
		...(fact.authorizesAt
			? [`Sends people to \`${fact.authorizesAt}\` ([policies for forms](/guide/csp.md)).`]
			: []),
		...(fact.postsFrom
			? [
					`Answers with a form from ${fact.postsFrom.map((one) => `\`${one}\``).join(', ')} ([403](/guide/cross-site-403.md)).`,
				]
			: []),
	];
	return { path: `providers/${id}.md`, text: `${parts.join('\n\n')}\n` };
}

/** A page for each provider of the catalogue. */
export const providerPages = (): Page[] => providers.map(providerPage);

/** The list of providers with links to their pages. */
export const linkProviders = (text: string): string =>
	text.replace(/^\| `([a-z0-9-]+)`/gm, (row, id: string) =>
		providers.some((fact) => fact.id === id) ? `| [\`${id}\`](/providers/${id}.md)` : row,
	);
