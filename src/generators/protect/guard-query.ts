import semver from 'semver';
import { addGuardQuery } from '../../edits/guards/query.ts';
import { runtimeModules } from '../../framework.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { moduleFile } from '../changes/module-file.ts';
import type { GuardContext } from './context.ts';

/** `src/guards.ts` */
export const guardsModule = (host: Host): HostPath => moduleFile(host, `${host.paths.source}/guards`);

/** The query that a wrapped page asks, where people need more than to be signed in: in `src/guards.ts`. */
export function addGuardFor(context: GuardContext): { file: HostPath; name: string } | undefined {
	const { host, audit, answers, staging, style } = context;
	const { condition } = answers;
	if (!condition) return undefined;
	const file = guardsModule(host);
	const words = wordsOf('role' in condition ? condition.role : (answers.patterns[0] ?? ''));
	const name = `guard${words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('')}`;
	const request = {
		name,
		key: ['guard', ...words].join('-'),
		condition,
		query:
			host.router !== undefined && semver.lt(host.router, '0.15.0') ? ('cache' as const) : ('query' as const),
		runtimeModule: runtimeModules['solid-start'],
		authModule: audit.settings.importName(file),
		typed: file.endsWith('.ts'),
		jsdoc: host.jsdoc,
		fallback: style,
	};
	const summary = 'asks whether people may see a page';
	staging.edit(
		file,
		summary,
		(content) => addGuardQuery(file, content, request),
		() => {
			const result = addGuardQuery(file, '', request);
			if (result.kind !== 'edited') throw new Error(`No guard could be written for ${file}.`);
			return result.text;
		},
	);
	return { file, name };
}

/** Words that can stand in a name: `/users/[id]` is `users id`. */
const wordsOf = (text: string): string[] => {
	const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean);
	return words.length > 0 ? words : ['everything'];
};
