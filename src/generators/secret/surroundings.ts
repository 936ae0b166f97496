import { SyntaxKind } from 'ts-morph';
import { declareEnvVariables } from '../../edits/env/declared.ts';
import { ifReadable } from '../../host/files/index.ts';
import { readPaths } from '../../host/files/walk.ts';
import type { Host, HostPath } from '../../host/host.ts';
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
		declareEnvVariables(path, content, variables, hostStyle(host)),
	);
}

/** Where an auth config names its secret itself: then nobody reads the variables. */
export function findOwnSecret(host: Host): { file: HostPath; line: number } | undefined {
	for (const path of readPaths(host.root, host.paths.source)) {
		if (!/\.[cm]?[jt]sx?$/.test(path) || /\.(?:test|spec|d)\.\w+$/.test(path)) continue;
		// A file that cannot be read (a bundle, a link) configures nothing.
		const text = ifReadable(() => host.read(path));
		// Only what spells both is worth parsing; the parse decides.
		if (!text?.includes('providers') || !text.includes('secret')) continue;
		const { ast } = parse(path, text);
		for (const object of ast.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression)) {
			const secret = propertyNamed(object, 'secret');
			if (secret && propertyNamed(object, 'providers'))
				return { file: path, line: secret.getStartLineNumber() };
		}
	}
	return undefined;
}
