import type { WireAnswer } from './wire.ts';

/** Shorter ones turn up by accident, above all as base64. */
export const shortestSecret = 8;

/**
 * The secrets that an answer gives away, in headers or body: as they are, percent-encoded, JSON-escaped, with HTML
 * entities, as base64, or cut into pieces by markup.
 */
export function leaksIn(answer: Pick<WireAnswer, 'body' | 'raw'>, secrets: readonly string[]): string[] {
	const readings = readingsOf(`${answer.raw}\n${answer.body}`);
	return secrets.filter((secret) => {
		const forms = [secret, ...inBase64(secret)];
		return forms.some((form) => readings.some((text) => text.includes(form)));
	});
}

function readingsOf(text: string): string[] {
	const unescaped = text
		.replace(/\\u\{?([0-9a-f]{2,6})\}?/gi, (whole, code) => character(Number.parseInt(code, 16), whole))
		.replace(/\\x([0-9a-f]{2})/gi, (whole, code) => character(Number.parseInt(code, 16), whole))
		.replace(/\\(["'\\/])/g, '$1');
	const entities = text
		.replace(/&#x([0-9a-f]+);/gi, (whole, code) => character(Number.parseInt(code, 16), whole))
		.replace(/&#(\d+);/g, (whole, code) => character(Number(code), whole));
	return [
		text,
		text.normalize('NFKC'),
		unescaped,
		entities,
		percentDecoded(text),
		text.replace(/<[^<>]*>/g, ''),
	];
}

function character(code: number, otherwise: string): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}

/** Of each run of escapes by itself: elsewhere a lone percent sign is common. */
function percentDecoded(text: string): string {
	return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
		Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
	);
}

/** What of its base64 does not depend on what stands in front of it and behind it, in both alphabets. */
function inBase64(secret: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const encoded = Buffer.from('\0'.repeat(before) + secret)
			.toString('base64')
			.replaceAll('=', '');
		const whole = Math.floor((before + Buffer.byteLength(secret)) / 3) * 4;
		const sure = encoded.slice(before === 0 ? 0 : 4, whole);
		return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
