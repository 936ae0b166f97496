import { readEnv } from '../../edits/env/index.ts';
import type { Host } from '../../host/host.ts';
import { type EnvFile, envFiles, envFolder, secretNames } from '../env/index.ts';
import { weakness } from '../env/weakness.ts';

/** The variables for secrets, the oldest first: the last one that is set signs, all of them are accepted. */
export const slotNames: readonly SlotName[] = secretNames.toReversed();
export type SlotName = (typeof secretNames)[number];

/** A variable for a secret as the host's loader sees it while developing. */
export interface Slot {
	name: SlotName;
	/** The file that counts: the last one that names it, even without a value. */
	file: string;
	/** Empty where the variable is named without a value. */
	value: string;
	/** Why it does not protect anything; undefined for a good one. */
	weakness: string | undefined;
}

/** What the env files of a host say about its secrets. */
export interface Secrets {
	/** `''` or `config/`, in front of `.env`. */
	folder: string;
	/** In the order of `slotNames`. */
	slots: Slot[];
	/** Files with a secret in them. */
	files: string[];
	/** A value in an earlier file that an empty line of a later one hides. */
	hidden: { name: SlotName; file: string; by: string } | undefined;
	/** Secrets of other libraries: variable to file. */
	others: Record<string, string>;
	/** Files with a secret that are not read while developing: `.env.production`, on SolidStart 1 `.env.local`. */
	elsewhere: string[];
}

/**
 * What other libraries call theirs. (`npx auth secret`, of Auth.js's own documents, writes the first one, which is Better
 * Auth's: docs/specification.md, fault 6.)
 * A general SESSION_SECRET belongs to the application, whatever for.
 */
export const otherLibraries: Record<string, string> = {
	BETTER_AUTH_SECRET: 'Better Auth',
	NEXTAUTH_SECRET: 'NextAuth.js',
};

/** @throws AuthgraftError AG_CONFIG_NOT_READABLE. */
export function readSecrets(host: Host): Secrets {
	const folder = envFolder(host);
	const files = envFiles(host, folder);
	const example = readEnv(host.read(`${folder}.env.example`) ?? '');
	const slots = slotNames.flatMap((name): Slot[] => {
		const last = files.findLast(({ values }) => name in values);
		const value = last?.values[name] ?? '';
		return last ? [{ name, file: last.file, value, weakness: weakness(value, Object.values(example)) }] : [];
	});
	const holds = ({ values }: EnvFile): boolean => slotNames.some((name) => values[name]);
	const hidden = slots.flatMap(({ name, file: by, value }) => {
		const covered = value === '' ? files.find(({ values }) => values[name]) : undefined;
		return covered ? [{ name, file: covered.file, by }] : [];
	});
	return {
		folder,
		slots,
		files: files.filter(holds).map(({ file }) => file),
		hidden: hidden[0],
		others: Object.fromEntries(
			Object.keys(otherLibraries).flatMap((name) => {
				const found = files.findLast(({ values }) => values[name]);
				return found ? [[name, found.file]] : [];
			}),
		),
		elsewhere: otherFiles(host, folder, files)
			.filter(holds)
			.map(({ file }) => file),
	};
}

function otherFiles(host: Host, folder: string, read: EnvFile[]): EnvFile[] {
	const names = ['.env.local', '.env.development', '.env.production', '.env.production.local'];
	return names
		.map((name) => folder + name)
		.filter((file) => !read.some((one) => one.file === file))
		.map((file) => ({ file, values: readEnv(host.read(file) ?? '') }));
}

/** A secret that is not looked at is told, lest somebody takes it for the one in use. */
export const elsewhereNotes = ({ elsewhere }: Secrets): string[] =>
	elsewhere.map((file) => `${file} has a secret that is not read while developing, and stays as it is.`);
