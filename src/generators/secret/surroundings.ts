import { SyntaxKind } from 'ts-morph';
import { findPlaces, isCode } from '../../audit/auth-module/index.ts';
import { declareEnvVariables } from '../../edits/env/declared.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { openSources } from '../../host/routes/index.ts';
import { sourceFiles } from '../../host/routes/remote-functions.ts';
import { propertyNamed } from '../../syntax/objects.ts';
import { parse } from '../../syntax/source.ts';
import type { Staging } from '../changes/index.ts';
import { moduleFile } from '../changes/module-file.ts';
import { hostStyle } from '../changes/style.ts';
import type { SlotName } from './slots.ts';

/** What the line above a variable says. It has to stay true after the next rotation. */
export const describeSlot = (name: SlotName): string =>
	name === 'AUTH_SECRET'
		? 'Encrypts sessions: at least 32 random characters'
		: `A secret that came after ${previous(name)}: of all that are set the highest number signs, the others stay valid`;

const previous = (name: SlotName): string => {
	const number = Number(name.slice('AUTH_SECRET_'.length)) - 1;
	return number === 0 ? 'AUTH_SECRET' : `AUTH_SECRET_${number}`;
};

/** On SvelteKit 3 what `src/env.ts` does not declare cannot be read. Without that file nothing reads them by it. */
export function stageDeclarations(staging: Staging, host: Host, names: readonly SlotName[]): void {
	const path = moduleFile(host, `${host.paths.source}/env`);
	if (!host.generation.declaredEnv || !host.exists(path) || names.length === 0) return;
	const variables = names.map((name) => ({ name, description: describeSlot(name) }));
	staging.edit(path, `declares ${names.join(' and ')}`, (content) =>
		declareEnvVariables(path, content, variables, {
			functions: host.generation.envFunctions,
			fallback: hostStyle(host),
		}),
	);
}

/**
 * Where an auth config names its secret itself: then nobody reads the variables. Besides what is known to configure sign-in,
 * any object of the host counts that has providers and a secret: it may be one that a module hands on unseen.
 */
export function findOwnSecret(host: Host): { file: HostPath; line: number } | undefined {
	const sources = openSources(host);
	const known = new Map(findPlaces(sources).map(({ config, facts }) => [config, facts]));
	const others = sourceFiles(sources).filter((path) => isCode(path) && !known.has(path));
	for (const file of [...known.keys(), ...others]) {
		const facts = known.get(file);
		const line = facts ? facts.secretLine : lineOfSecret(file, sources.text(file) ?? '');
		if (line !== undefined) return { file, line };
	}
	return undefined;
}

/** Of any object that has providers, too. Only what spells both is worth parsing; the parse decides. */
function lineOfSecret(path: HostPath, text: string): number | undefined {
	if (!text.includes('providers') || !text.includes('secret')) return undefined;
	const objects = parse(path, text).ast.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression);
	const config = objects.find(
		(object) => propertyNamed(object, 'secret') && propertyNamed(object, 'providers'),
	);
	return config && propertyNamed(config, 'secret')?.getStartLineNumber();
}
