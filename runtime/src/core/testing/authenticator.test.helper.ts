import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { vi } from 'vitest';
import { origin } from './fixtures.test.helper.js';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const bytes = (data: Uint8Array) => new Uint8Array(data).buffer;
const bigEndian = (value: number, length: number) => {
	const buffer = Buffer.alloc(length);
	buffer.writeUIntBE(value, 0, length);
	return buffer;
};

interface Passkey {
	id: Buffer;
	key: KeyObject;
	rpId: string;
	userId: Buffer;
	uses: number;
}

interface CredentialOptions {
	publicKey: {
		challenge: ArrayBuffer;
		rp: { id: string };
		rpId: string;
		user: { id: ArrayBuffer };
		excludeCredentials?: { id: ArrayBuffer }[];
	};
	mediation?: string;
	signal: AbortSignal;
}

/**
 * A browser with a platform authenticator: real keys, real signatures, no person in front of it. The tests in
 * `test/e2e` use Chromium's own.
 *
 * @param device.autofill whether the browser offers passkeys where it fills in forms
 */
export function plugIn({ autofill = true } = {}) {
	const passkeys: Passkey[] = [];
	const device = {
		passkeys,
		/** What the person does: null is to agree. */
		refuse: null as DOMException | null,
		/** Takes the passkey that the browser offers in a form. */
		pick: () => {},
		/** How many of the next signatures have a short number in them, see {@link signed}. */
		short: 0,
		/** How the browser was asked. */
		asked: [] as (string | undefined)[],
	};

	async function askPerson({ mediation, signal }: CredentialOptions) {
		device.asked.push(mediation);
		if (device.refuse) throw device.refuse;
		if (mediation !== 'conditional') return;
		await new Promise<void>((resolve, reject) => {
			device.pick = resolve;
			signal.addEventListener('abort', () => reject(signal.reason));
		});
	}

	async function create(options: CredentialOptions) {
		await askPerson(options);
		const { challenge, rp, user, excludeCredentials = [] } = options.publicKey;
		const known = excludeCredentials.map(({ id }) => Buffer.from(id).toString('hex'));
		if (passkeys.some(({ id }) => known.includes(id.toString('hex')))) {
			throw new DOMException('One of the excluded credentials is here', 'InvalidStateError');
		}
		const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
		const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
		const id = randomBytes(32);
		passkeys.push({ id, key: privateKey, rpId: rp.id, userId: Buffer.from(user.id), uses: 0 });
		const coordinate = (value: string) => Buffer.from(value, 'base64url');
		const cose = ['a5010203262001215820', coordinate(x), '225820', coordinate(y)];
		// Present, verified, with a new key.
		const data = concat(sha256(rp.id), '45', bigEndian(0, 4), Buffer.alloc(16), '0020', id, ...cose);
		const attestation = concat('a363666d74646e6f6e656761747453746d74a0686175746844617461', '58a4', data);
		return credential(id, {
			attestationObject: bytes(attestation),
			clientDataJSON: bytes(clientData('webauthn.create', challenge)),
			getTransports: () => ['internal'],
		});
	}

	async function get(options: CredentialOptions) {
		await askPerson(options);
		const { challenge, rpId } = options.publicKey;
		const passkey = passkeys.find((candidate) => candidate.rpId === rpId);
		if (!passkey) throw new DOMException('There is no passkey', 'NotAllowedError');
		passkey.uses += 1;
		const authenticatorData = concat(sha256(rpId), '05', bigEndian(passkey.uses, 4));
		const clientDataJSON = clientData('webauthn.get', challenge);
		return credential(passkey.id, {
			authenticatorData: bytes(authenticatorData),
			clientDataJSON: bytes(clientDataJSON),
			signature: bytes(
				signed(concat(authenticatorData, sha256(clientDataJSON)), passkey.key, device.short-- > 0),
			),
			userHandle: bytes(passkey.userId),
		});
	}

	const PublicKeyCredential = Object.assign(() => {}, {
		isConditionalMediationAvailable: async () => autofill,
	});
	vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
	vi.stubGlobal('window', globalThis);
	vi.stubGlobal('document', { querySelectorAll: () => [{}] });
	vi.stubGlobal('navigator', { credentials: { create, get } });
	return device;
}

/**
 * `@simplewebauthn/server` 9 refuses a right signature when one of its two numbers has fewer than 32 bytes, which
 * is one in 128. Tests must not depend on luck.
 */
function signed(data: Buffer, key: KeyObject, short: boolean): Buffer {
	for (;;) {
		const signature = sign('sha256', data, key);
		const full = (at: number) => signature[at] === 33 || (signature[at] === 32 && signature[at + 1] !== 0);
		if (short !== (full(3) && full(5 + Number(signature[3])))) return signature;
	}
}

function concat(...parts: (string | Uint8Array)[]): Buffer {
	return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)));
}

function clientData(type: string, challenge: ArrayBuffer): Buffer {
	const wanted = Buffer.from(challenge).toString('base64url');
	return Buffer.from(JSON.stringify({ type, challenge: wanted, origin, crossOrigin: false }));
}

function credential(id: Buffer, response: object) {
	return {
		id: id.toString('base64url'),
		rawId: bytes(id),
		type: 'public-key',
		authenticatorAttachment: 'platform',
		getClientExtensionResults: () => ({}),
		response,
	};
}
