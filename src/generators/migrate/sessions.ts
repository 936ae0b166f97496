import { setAuthOption } from '../../edits/auth-config/option.ts';
import { refuseConfig } from '../../edits/migrate/refused-config.ts';
import { type Framework, runtimeModules } from '../../framework.ts';
import { envFiles, envFolder, secretNames } from '../env/index.ts';
import { minimumSecretLength } from '../env/weakness.ts';
import type { ConfigFile, Migration } from './migration.ts';
import { hasOldCookies } from './predecessor.ts';
import { configFacts, listedProviders } from './providers.ts';

/** What the configuration has to say, so that sessions which people have are still read. */
export function stageSessions(migration: Migration, config: ConfigFile): void {
	if (hasOldCookies(migration.from))
		setOption(
			migration,
			config,
			['legacySessions', 'nextAuth'],
			'reads the sessions of the old library once more',
		);
	stageRefusal(migration, config);
	const short = shortSecret(migration);
	if (!short) return;
	setOption(migration, config, ['allowShortSecret'], 'goes on with a secret that is short');
	migration.staging.tell(config.file, {
		...{ code: 'short-secret', file: short.file },
		text: `AUTH_SECRET in ${short.file} has ${short.length} characters, and ${minimumSecretLength} are needed to be safe: \`allowShortSecret\` keeps people signed in. Put a new one in front, as AUTH_SECRET_1 (authgraft secret --print makes one): the short one then only reads.`,
	});
}

/** What ours refuses as a whole, and the predecessor did not. */
function stageRefusal(migration: Migration, { file, name, ...config }: ConfigFile): void {
	const { host, staging } = migration;
	const facts = configFacts(migration, { file, name, ...config });
	const listed = listedProviders(migration, { file, name, ...config });
	staging.edit(file, 'configures sign-in', (content) =>
		refuseConfig(file, content, {
			...{ module: runtimeModules[host.framework], call: setUps[host.framework], name },
			// Where that cannot be seen, nothing is refused for it.
			database: facts?.adapter === 'there' && facts.strategy !== 'jwt',
			ids: listed.map(({ id }) => id),
			whole: Array.isArray(facts?.providers) && !facts.incomplete && facts.providers.length === listed.length,
		}),
	);
}

const setUps: Record<Framework, string> = { sveltekit: 'SvelteKitAuth', 'solid-start': 'SolidAuth' };

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
