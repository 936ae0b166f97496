import { AuthgraftError } from '../../errors.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { Staging } from '../changes/index.ts';
import { privateEnvFile, refuseTracked, stageEnvEntries, stageIgnoreRule } from '../env/index.ts';
import { minimumSecretLength } from '../env/weakness.ts';
import { elsewhereNotes, otherLibraries, readSecrets, type Secrets } from './slots.ts';
import { describeSlot, stageDeclarations } from './surroundings.ts';

/** A plan of `secret`, and what to say about it. */
export interface SecretPlan {
	changes: Change[];
	/** The variable that signs sessions afterwards. */
	signs: string;
	/** Variables that are accepted besides, the newest first. */
	accepted: string[];
	/** All slots were taken, so the oldest secret went: sessions signed with it end. */
	oldestWent: boolean;
	file: string;
	notes: string[];
}

const summary = 'a secret for sessions';

/**
 * Gives a host its AUTH_SECRET where its loader reads it, unless it has one.
 * @param fresh the new secret.
 * @throws AuthgraftError AG_ENV_TRACKED, AG_SECRET_TOO_SHORT, AG_CONFIG_NOT_READABLE.
 */
export function secretPlan(host: Host, fresh: string): SecretPlan {
	const secrets = readSecrets(host);
	const set = secrets.slots.filter(({ value }) => value !== '');
	const named = secrets.slots.find(({ name }) => name === 'AUTH_SECRET')?.file;
	const file = set.at(-1)?.file ?? named ?? privateEnvFile(host);
	for (const path of new Set([...secrets.files, file])) refuseTracked(host, path);
	const result = { file, oldestWent: false, notes: [] };
	const staging = new Staging(host);
	if (secrets.hidden) refuseHidden(staging, secrets.hidden);
	else refuseWeak(staging, secrets);
	if (staging.isRefused) return { ...result, changes: staging.changes(), signs: '', accepted: [] };
	stageIgnoreRule(staging, host, file);
	if (set.length > 0) {
		const names = set.map(({ name }) => name).toReversed();
		staging.skip(file, summary, `${names[0]} is there already`);
		stageDeclarations(staging, host, ['AUTH_SECRET', ...names.filter((name) => name !== 'AUTH_SECRET')]);
		const [signs = '', ...accepted] = names;
		return { ...result, changes: staging.changes(), signs, accepted };
	}
	const entry = { name: 'AUTH_SECRET', comment: describeSlot('AUTH_SECRET') };
	const example = `${secrets.folder}.env.example`;
	stageEnvEntries(staging, file, summary, [{ ...entry, value: fresh }]);
	stageEnvEntries(staging, example, 'names it, without a value', [{ ...entry, value: '' }]);
	stageDeclarations(staging, host, ['AUTH_SECRET']);
	return {
		...result,
		changes: staging.changes(),
		signs: 'AUTH_SECRET',
		accepted: [],
		notes: [
			...Object.entries(secrets.others).map(([name, where]) => otherNote(name, where)),
			...elsewhereNotes(secrets),
		],
	};
}

/**
 * One bad secret is enough to forge sessions, whichever signs. It is not replaced here: sessions would end unasked.
 * @throws AuthgraftError AG_SECRET_TOO_SHORT.
 */
function refuseWeak(staging: Staging, { slots }: Secrets): void {
	const weak = slots.find(({ weakness }) => weakness);
	if (!weak) return;
	const { name, file, value, weakness } = weak;
	const hint = 'Replace it: authgraft secret rotate';
	if (value.length < minimumSecretLength)
		throw new AuthgraftError('AG_SECRET_TOO_SHORT', `${name} in ${file} ${weakness}`, `${hint}.`);
	staging.refuse(file, summary, `has an ${name} that ${weakness}. ${hint}`, '');
}

export function refuseHidden(staging: Staging, { name, file, by }: NonNullable<Secrets['hidden']>): void {
	const reason = `has an empty ${name}, which hides the one in ${file}: take that line out`;
	staging.refuse(by, summary, reason, '');
}

function otherNote(name: string, file: string): string {
	const library = `${name} in ${file} is for ${otherLibraries[name]}`;
	return name === 'NEXTAUTH_SECRET'
		? `${library}, and nothing else reads it; AUTH_SECRET is added beside it. To keep sessions of NextAuth.js 5, give AUTH_SECRET its value.`
		: `${library}; AUTH_SECRET is added beside it.`;
}
