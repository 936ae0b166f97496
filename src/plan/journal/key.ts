import {
	createCipheriv,
	createDecipheriv,
	createHmac,
	hkdfSync,
	randomBytes,
	timingSafeEqual,
} from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import { errno } from '../disk/index.ts';

/*
 * The journal lies in the project, where a clone, an archive or a pull may bring anything along, and where a
 * development server may hand out what it finds. So it is signed and sealed with a key of this user's that never lies in
 * a project: what somebody else wrote does not count, and what is read by somebody else says nothing.
 */

const keySize = 32;
const ivSize = 12;
const tagSize = 16;

/** The user's folder for what programs remember, by the system's own convention. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
	if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'authgraft');
	return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'authgraft');
}

const fileOf = (env?: NodeJS.ProcessEnv): string => join(stateFolder(env), 'journal-key');

/** The user's key; undefined where there is none yet, so that no journal can be theirs. */
export function findKey(env?: NodeJS.ProcessEnv): Buffer | undefined {
	try {
		const key = readFileSync(fileOf(env));
		return key.length === keySize ? key : undefined;
	} catch (error) {
		if (errno(error) === undefined) throw error;
		return undefined;
	}
}

/**
 * The user's key, made at the first use.
 *
 * @throws AG_NOT_WRITABLE when it can not be kept
 */
export function userKey(env?: NodeJS.ProcessEnv): Buffer {
	const found = findKey(env);
	if (found) return found;
	const [folder, file] = [stateFolder(env), fileOf(env)];
	const draft = `${file}.${process.pid}`;
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		writeFileSync(draft, randomBytes(keySize), { mode: 0o600, flag: 'wx' });
		// In one step, and only where there is none: of two first runs at a time one wins, and both go on with its key.
		linkSync(draft, file);
	} catch (error) {
		if (errno(error) === undefined) throw error;
		if (errno(error) !== 'EEXIST') throw notKept(folder);
	} finally {
		remove(draft);
	}
	const key = findKey(env);
	if (!key) throw notKept(folder);
	return key;
}

function remove(file: string): void {
	try {
		unlinkSync(file);
	} catch (error) {
		if (errno(error) === undefined) throw error;
	}
}

const notKept = (folder: string): AuthgraftError =>
	new AuthgraftError(
		'AG_NOT_WRITABLE',
		`The key to authgraft's backups can not be kept in ${folder}; the project is as it was`,
		'Make that folder writable for you, or set XDG_STATE_HOME (on Windows LOCALAPPDATA) to one that is.',
	);

const derived = (key: Buffer, purpose: string): Buffer =>
	Buffer.from(hkdfSync('sha256', key, '', `authgraft journal ${purpose}`, keySize));

/** What proves that a text is this user's, as hexadecimal digits. */
export const signature = (key: Buffer, text: string): string =>
	createHmac('sha256', derived(key, 'signature')).update(text).digest('hex');

export function isSigned(key: Buffer | undefined, text: string, given: unknown): boolean {
	if (!key || typeof given !== 'string') return false;
	const [wanted, found] = [Buffer.from(signature(key, text)), Buffer.from(given)];
	return wanted.length === found.length && timingSafeEqual(wanted, found);
}

/** Bytes that only this user can read again. */
export function sealed(key: Buffer, data: Uint8Array): Buffer {
	const iv = randomBytes(ivSize);
	const cipher = createCipheriv('aes-256-gcm', derived(key, 'files'), iv);
	const text = Buffer.concat([cipher.update(data), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** What `sealed` sealed; undefined when it is damaged or somebody else's. */
export function unsealed(key: Buffer | undefined, data: Buffer): Buffer | undefined {
	if (!key || data.length < ivSize + tagSize) return undefined;
	const decipher = createDecipheriv('aes-256-gcm', derived(key, 'files'), data.subarray(0, ivSize));
	decipher.setAuthTag(data.subarray(ivSize, ivSize + tagSize));
	try {
		return Buffer.concat([decipher.update(data.subarray(ivSize + tagSize)), decipher.final()]);
	} catch {
		return undefined;
	}
}
