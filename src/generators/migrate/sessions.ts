import { setAuthOption } from '../../edits/auth-config/option.ts';
import { envFiles, envFolder, secretNames } from '../env/index.ts';
import { minimumSecretLength } from '../env/weakness.ts';
import type { Migration } from './migration.ts';
import type { ConfigFile } from './people.ts';
import { hasOldCookies } from './predecessor.ts';

/** What the configuration has to say, so that sessions which people have are still read. */
export function stageSessions(migration: Migration, config: ConfigFile): void {
	if (hasOldCookies(migration.from))
		setOption(
			migration,
			config,
			['legacySessions', 'nextAuth'],
			'reads the sessions of the old library once more',
		);
	const short = shortSecret(migration);
	if (!short) return;
	setOption(migration, config, ['allowShortSecret'], 'goes on with a secret that is short');
	migration.staging.tell(config.file, {
		...{ code: 'short-secret', file: short.file },
		text: `AUTH_SECRET in ${short.file} has ${short.length} characters, and ${minimumSecretLength} are needed to be safe: \`allowShortSecret\` keeps people signed in. Replace it when you can: authgraft secret rotate`,
	});
}

function setOption(
	{ staging }: Migration,
	{ file, name }: ConfigFile,
	option: [string, ...string[]],
	summary: string,
): void {
	staging.edit(file, summary, (content) =>
		setAuthOption(file, content, { option, value: true, ...(name === undefined ? {} : { name }) }),
	);
}

/** The secret that signs while developing, where it is too short for a new project. */
function shortSecret({ host }: Migration): { file: string; length: number } | undefined {
	if (host.envDir === undefined) return undefined;
	const files = envFiles(host, envFolder(host));
	for (const name of secretNames) {
		const file = files.findLast(({ values }) => values[name]);
		const { length } = file?.values[name] ?? '';
		if (file) return length < minimumSecretLength ? { file: file.file, length } : undefined;
	}
	return undefined;
}
