import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { format } from 'prettier';
import { deriveFacts } from '../../src/generators/providers/derive/index.ts';
import type { ProviderFact } from '../../src/generators/providers/fact.ts';
import { withHandFacts } from '../../src/generators/providers/hand-facts.ts';
import { providerOptions, rareOptions } from '../../src/generators/providers/options.ts';
import { root } from '../bootstrap.mjs';
import { execOk } from './process/exec.ts';

/** The core that is installed here: its version, and what its modules say, with the facts written by hand. */
export async function ownCore(): Promise<{ version: string; facts: ProviderFact[] }> {
	// `./package.json` is not among the exports of the core, so its root is found by going up from its entry.
	const core = dirname(createRequire(import.meta.url).resolve('@auth/core'));
	const { version, peerDependencies } = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8'));
	const { facts, failed } = await deriveFacts(join(core, 'providers'));
	if (failed.length > 0)
		throw new Error(failed.map(({ module, reason }) => `${module}: ${reason}`).join('\n'));
	const modules = new Set(facts.map(({ module }) => module));
	return { version, facts: facts.map((fact) => withHandFacts(fact, { peers: peerDependencies, modules })) };
}

/** Writes the catalogue and its document. */
export async function writeCatalogue(): Promise<void> {
	const { version, facts } = await ownCore();
	const target = join(root, 'src/generators/providers/catalogue.ts');
	const lines = [
		`// Made by scripts/derive-providers.mjs from @auth/core ${version}. Do not edit.`,
		"import type { ProviderFact } from './fact.ts';",
		'',
		'/** Version of `@auth/core` that the facts come from. */',
		`export const catalogueVersion = '${version}';`,
		'',
		'export const catalogue: readonly ProviderFact[] = [',
		...facts.map((fact) => `\t${JSON.stringify(fact)},`),
		'];',
	];
	writeFileSync(target, `${lines.join('\n')}\n`);
	const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
	await execOk(process.execPath, [biome, 'check', '--write', '--log-level=error', target], { cwd: root });
	writeFileSync(join(root, 'docs/providers.md'), await catalogueDocument(version, facts));
}

/** `docs/providers.md`: every provider with its variables. */
export async function catalogueDocument(version: string, facts: readonly ProviderFact[]): Promise<string> {
	const rows = facts.map((fact) => [`\`${fact.id}\``, fact.name, fact.type, settings(fact), notes(fact)]);
	const table = [['id', 'name', 'type', 'variables', 'notes'], Array(5).fill('---'), ...rows];
	const text = [
		'# Providers',
		'',
		`The ${facts.length} providers of \`@auth/core\` ${version}. \`authgraft providers\` lists those of the core that your project has, and`,
		'`authgraft providers <id>` tells where to register the application, and how.',
		'',
		'Variables are named after the id. With an id of your own (`authgraft add-provider keycloak --id staff`) they are called',
		'`AUTH_STAFF_ID` and so on. Those in brackets may stay empty. Options stand in the code, where they are wanted:',
		"`(options) => GitLab({ ...options, baseUrl: 'https://git.example.com' })`.",
		'',
		...table.map((cells) => `| ${cells.join(' | ')} |`),
		'',
		'This file is made by `node scripts/derive-providers.mjs`.',
	];
	return format(text.join('\n'), { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' });
}

function settings(fact: ProviderFact): string {
	const variables = providerOptions(fact).map(({ variable, option }) =>
		option.required ? `\`${variable}\`` : `[\`${variable}\`]`,
	);
	return variables.join(', ') || '-';
}

function notes(fact: ProviderFact): string {
	const { module, id, type, packages, postsFrom, deprecated } = fact;
	return [
		...(module === id ? [] : [`module \`${module}\`.`]),
		...(deprecated ? [`Not for something new: ${deprecated}`] : []),
		...(type === 'email' || type === 'webauthn' ? ['Needs an adapter.'] : []),
		...(packages ? [`Installs ${Object.keys(packages).join(', ')}.`] : []),
		...rareOptions(fact).map(
			({ name, values }) => `Option \`${name}\`${values ? ` (${values.join(' or ')})` : ''}.`,
		),
		...(postsFrom ? [`Posts to the callback from ${postsFrom.join(', ')}.`] : []),
	]
		.join(' ')
		.replace(/[<>]/g, '\\$&');
}
