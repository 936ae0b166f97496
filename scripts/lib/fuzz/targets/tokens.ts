import { decode, encode } from '@auth/core/jwt';
import { createTokenReader } from '../../../../runtime/src/core/jwt/index.ts';
import { forge } from '../../../../runtime/src/core/testing/jwt-forge.test.helper.ts';
import type { Random } from '../random.ts';
import { Broken, must, type Target } from '../target.ts';

const salt = 'authjs.session-token';
const secrets = [
	'a-secret-of-at-least-thirty-two-characters',
	'an-older-secret-of-at-least-thirty-two-characters',
];
const foreign = 'a-secret-of-somebody-else-with-many-characters';

/** Claims that were really signed; without an end, so that the corpus does not grow old. */
const signed = [{ sub: '1', name: 'Ada' }, { sub: '2', roles: ['admin'] }, {}];
const known = new Set(signed.map((claims) => JSON.stringify(claims)));

type Read = (token: string) => Promise<unknown>;

const ours = createTokenReader({ secret: secrets, encode, decode, maxAge: 3600 }, {});

/** The reader of session tokens: nothing is believed that nobody with a secret wrote. */
export const tokens = (read: Read = (token) => ours.read(token, salt)): Target => ({
	name: 'tokens',
	words: [
		'.',
		'..',
		'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0',
		'eyJhbGciOiJub25lIn0',
		'A',
		'=',
		'-',
		'_',
		'AAAA',
	],
	source: ['/runtime/src/core/jwt/'],
	short: 400,
	make(random: Random) {
		const claims = random.pick(signed);
		const isOurs = random.next() < 0.5;
		const enc = random.pick(['A256CBC-HS512', 'A256GCM'] as const);
		const header = random.pick<Record<string, unknown>>([
			{},
			{ kid: undefined },
			{ alg: 'none' },
			{ zip: 'DEF' },
			{ crit: ['exp'] },
			{ typ: 'JWT' },
		]);
		const forged = { ...claims, sub: 'mallory' };
		return forge(
			{ claims: isOurs ? claims : forged, enc, header, salt },
			{ secret: isOurs ? random.pick(secrets) : foreign, salt },
		);
	},
	async check(input) {
		const claims = await settled(read(input));
		if (claims instanceof Error || claims === null) return;
		must(known.has(JSON.stringify(claims)), 'what nobody signed is not believed', claims);
		const core = await settled(decode({ token: input, secret: secrets, salt }));
		must(!(core instanceof Error), 'what the core refuses is refused', core);
		must(JSON.stringify(core) === JSON.stringify(claims), 'the claims are those that the core reads', core);
	},
});

async function settled(reading: Promise<unknown>): Promise<unknown> {
	try {
		return (await reading) ?? null;
	} catch (error) {
		if (!(error instanceof Error)) throw new Broken('what is thrown is an Error');
		return error;
	}
}
