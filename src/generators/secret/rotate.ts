import { setEnvEntry } from '../../edits/env/change.ts';
import { addEnvEntries, EnvFileError } from '../../edits/env/index.ts';
import type { Refusal } from '../../edits/splice/edit.ts';
import { AuthgraftError } from '../../errors.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { modified } from '../changes/index.ts';
import { envChange, ignoreRule, refuseTracked } from '../env/index.ts';
import { hiddenRefusal, type SecretPlan } from './secret.ts';
import { elsewhereNotes, readSecrets, type Secrets, type SlotName, slotNames } from './slots.ts';
import { declarations, describeSlot, findOwnSecret } from './surroundings.ts';

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
	const refusal = secrets.hidden
		? hiddenRefusal(secrets.hidden)
		: second !== undefined
			? scattered(secrets)
			: ownSecret(host);
	if (refusal) return { changes: [refusal], signs: '', accepted: [], oldestWent: false, file, notes: [] };
	refuseTracked(host, file);

	const slotOf = (name: SlotName) => secrets.slots.find((slot) => slot.name === name);
	const present = slotNames.map((name) => slotOf(name)?.value || undefined);
	// Whoever can guess a secret can sign in as anybody as long as it is accepted, so a weak one is not kept.
	const good = slotNames.map((name, index) => (slotOf(name)?.weakness ? undefined : present[index]));
	const after = rotated(good, fresh);
	const names = slotNames.filter((_, index) => after[index] !== undefined).toReversed();
	const [signs = '', ...accepted] = names;
	return {
		changes: [
			ignoreRule(host, file),
			moves(host, file, present, after),
			...exampleChange(host, secrets, names),
			...declarations(host, names.toReversed()),
		],
		...{ signs, accepted, file },
		oldestWent: good.some((value) => value !== undefined && !after.includes(value)),
		notes: notesFor(secrets),
	};
}

/** All of it in one file: its lines are changed where they stand, new ones go to its end. */
function moves(host: Host, file: string, present: Filled, after: Filled): Change {
	const summary = 'a new secret, which signs from now on';
	const before = host.read(file) ?? '';
	let text = before;
	for (const [index, name] of slotNames.entries()) {
		const value = after[index] ?? '';
		if (value === (present[index] ?? '')) continue;
		const entry = { name, value, comment: describeSlot(name) };
		const result = present[index] ? setEnvEntry(text, entry) : added(text, entry);
		if (result.kind === 'refused') return { ...result, kind: 'refuse', path: file, summary, secret: true };
		if (result.kind === 'edited') text = result.text;
	}
	return { ...modified(file, before, text, summary), secret: true };
}

type Added = { kind: 'edited'; text: string } | Refusal;

function added(text: string, entry: Parameters<typeof setEnvEntry>[1]): Added {
	try {
		return { kind: 'edited', text: addEnvEntries(text, [entry]) ?? text };
	} catch (error) {
		if (!(error instanceof EnvFileError)) throw error;
		return { kind: 'refused', reason: `cannot be written to: ${error.message}`, snippet: `${entry.name}=` };
	}
}

function exampleChange(host: Host, { folder }: Secrets, names: readonly SlotName[]): Change[] {
	const path = `${folder}.env.example`;
	if (host.read(path) === undefined) return [];
	const entries = names.toReversed().map((name) => ({ name, value: '', comment: describeSlot(name) }));
	return [envChange(host, path, 'names it, without a value', entries)];
}

function nothingThere({ folder, elsewhere }: Secrets): AuthgraftError {
	const unread = elsewhere.length > 0 ? ` (${elsewhere.join(', ')} is not read while developing)` : '';
	return new AuthgraftError(
		'AG_NOT_SET_UP',
		`There is no secret to rotate: neither ${folder}.env nor another env file that is read has an AUTH_SECRET${unread}`,
		'Make one: authgraft secret. In production secrets stand in the environment: docs/secrets.md tells how to rotate there.',
	);
}

const scattered = ({ files }: Secrets): Change => ({
	kind: 'refuse',
	path: files.at(-1) as string,
	summary: 'a new secret',
	secret: true,
	reason: `has a secret, and so ${files.length > 2 ? 'have' : 'has'} ${files.slice(0, -1).join(', ')}: the last file wins, so it is not plain which one is to be rotated. Keep the secrets in one of them`,
	snippet: '',
});

function ownSecret(host: Host): Change | undefined {
	const found = findOwnSecret(host);
	return (
		found && {
			kind: 'refuse',
			path: found.file,
			line: found.line,
			summary: 'a new secret',
			reason:
				'names its `secret` itself, so AUTH_SECRET_1 and the others are not read. Take that option out: AUTH_SECRET is found without it',
			snippet: '',
		}
	);
}

const notesFor = (secrets: Secrets): string[] => [
	...secrets.slots.flatMap(({ name, file, weakness }) =>
		weakness
			? [`${name} in ${file} ${weakness}, so it is not accepted any longer: sessions signed with it end.`]
			: [],
	),
	...elsewhereNotes(secrets),
];
