import { setEnvEntry } from '../../edits/env/change.ts';
import { addEnvEntries, EnvFileError } from '../../edits/env/index.ts';
import type { EditResult } from '../../edits/splice/edit.ts';
import { AuthgraftError } from '../../errors.ts';
import type { Host } from '../../host/host.ts';
import { Staging } from '../changes/index.ts';
import { refuseTracked, stageEnvEntries, stageIgnoreRule } from '../env/index.ts';
import { refuseHidden, type SecretPlan } from './secret.ts';
import { elsewhereNotes, readSecrets, type Secrets, type SlotName, slotNames } from './slots.ts';
import { describeSlot, findOwnSecret, stageDeclarations } from './surroundings.ts';

/** Secrets by slot, the oldest first; undefined for a slot without one. */
export type Filled = readonly (string | undefined)[];

/**
 * Puts a new secret behind the newest one, where it signs: core and runtime sign with the highest number and accept all
 * (docs/decisions/0019). With the last slot taken the others move down as far as the next free one; without a free
 * one the oldest goes.
 */
export function rotated(present: Filled, fresh: string): (string | undefined)[] {
	const after = [...present];
	const top = after.findLastIndex((value) => value !== undefined);
	if (top + 1 < slotNames.length) {
		after[top + 1] = fresh;
		return after;
	}
	const free = after.lastIndexOf(undefined);
	after.splice(Math.max(free, 0), 1);
	return [...after, fresh];
}

/**
 * Makes a new secret sign, and keeps those before it for the sessions that they signed.
 * @param fresh the new secret.
 * @throws AuthgraftError AG_NOT_SET_UP without a secret, AG_ENV_TRACKED, AG_CONFIG_NOT_READABLE.
 */
export function rotationPlan(host: Host, fresh: string): SecretPlan {
	const secrets = readSecrets(host);
	const [file, second] = secrets.files;
	if (file === undefined) throw nothingThere(secrets);
	const staging = new Staging(host);
	if (secrets.hidden) refuseHidden(staging, secrets.hidden);
	else if (second !== undefined) refuseScattered(staging, secrets);
	else refuseOwnSecret(staging, host);
	if (staging.isRefused) {
		const changes = staging.changes();
		return { changes, signs: '', accepted: [], oldestWent: false, file, notes: [] };
	}
	refuseTracked(host, file);

	const slotOf = (name: SlotName) => secrets.slots.find((slot) => slot.name === name);
	const present = slotNames.map((name) => slotOf(name)?.value || undefined);
	// Whoever can guess a secret can sign in as anybody as long as it is accepted, so a weak one is not kept.
	const good = slotNames.map((name, index) => (slotOf(name)?.weakness ? undefined : present[index]));
	const after = rotated(good, fresh);
	const names = slotNames.filter((_, index) => after[index] !== undefined).toReversed();
	const [signs = '', ...accepted] = names;
	stageIgnoreRule(staging, host, file);
	staging.edit(file, 'a new secret, which signs from now on', (content) => moved(content, present, after));
	stageExample(staging, secrets, names);
	stageDeclarations(staging, host, names.toReversed());
	return {
		changes: staging.changes(),
		...{ signs, accepted, file },
		oldestWent: good.some((value) => value !== undefined && !after.includes(value)),
		notes: notesFor(secrets),
	};
}

/** All of it in one file: its lines are changed where they stand, new ones go to its end. */
function moved(content: string, present: Filled, after: Filled): EditResult {
	let text = content;
	for (const [index, name] of slotNames.entries()) {
		const value = after[index] ?? '';
		if (value === (present[index] ?? '')) continue;
		const entry = { name, value, comment: describeSlot(name) };
		const result = present[index] ? setEnvEntry(text, entry) : added(text, entry);
		if (result.kind === 'refused') return result;
		if (result.kind === 'edited') text = result.text;
	}
	return { kind: 'edited', text };
}

function added(text: string, entry: Parameters<typeof setEnvEntry>[1]): EditResult {
	try {
		return { kind: 'edited', text: addEnvEntries(text, [entry]) ?? text };
	} catch (error) {
		if (!(error instanceof EnvFileError)) throw error;
		return { kind: 'refused', reason: `cannot be written to: ${error.message}`, snippet: `${entry.name}=` };
	}
}

function stageExample(staging: Staging, { folder }: Secrets, names: readonly SlotName[]): void {
	const path = `${folder}.env.example`;
	if (staging.read(path) === undefined) return;
	const entries = names.toReversed().map((name) => ({ name, value: '', comment: describeSlot(name) }));
	stageEnvEntries(staging, path, 'names it, without a value', entries);
}

function nothingThere({ folder, elsewhere }: Secrets): AuthgraftError {
	const unread = elsewhere.length > 0 ? ` (${elsewhere.join(', ')} is not read while developing)` : '';
	return new AuthgraftError(
		'AG_NOT_SET_UP',
		`There is no secret to rotate: neither ${folder}.env nor another env file that is read has an AUTH_SECRET${unread}`,
		'Make one: authgraft secret. In production secrets stand in the environment: docs/secrets.md tells how to rotate there.',
	);
}

function refuseScattered(staging: Staging, { files }: Secrets): void {
	const reason = `has a secret, and so ${files.length > 2 ? 'have' : 'has'} ${files.slice(0, -1).join(', ')}: the last file wins, so it is not plain which one is to be rotated. Keep the secrets in one of them`;
	staging.refuse(files.at(-1) as string, 'a new secret', reason, '');
}

function refuseOwnSecret(staging: Staging, host: Host): void {
	const found = findOwnSecret(host);
	if (!found) return;
	const reason =
		'names its `secret` itself, so AUTH_SECRET_1 and the others are not read. Take that option out: AUTH_SECRET is found without it';
	staging.refuse(found.file, 'a new secret', reason, '', { line: found.line });
}

const notesFor = (secrets: Secrets): string[] => [
	...secrets.slots.flatMap(({ name, file, weakness }) =>
		weakness
			? [`${name} in ${file} ${weakness}, so it is not accepted any longer: sessions signed with it end.`]
			: [],
	),
	...elsewhereNotes(secrets),
];
