import { stripVTControlCharacters } from 'node:util';
import type { DoctorCode } from '../codes.ts';
import type { Diagnosis } from '../diagnosis.ts';
import type { Started } from './process.ts';
import type { Trial } from './programs.ts';

/** Findings whose cause stands in the log of the server. */
const logged: ReadonlySet<DoctorCode> = new Set([
	...(['config-broken', 'app-broken', 'not-mounted', 'issuer-unreachable'] as const),
	...(['sign-in-fails', 'sign-out-fails'] as const),
]);

/** What a program printed, without its colours and without what nobody is to read. */
export const shown = (child: Started, { hidden }: Pick<Trial, 'hidden'>): string =>
	hidden.reduce((text, value) => text.replaceAll(value, '...'), stripVTControlCharacters(child.output()));

/** What is wrong, as one line: from the first error on, without the stack; else the end of it. */
export function complaint(child: Started, trial: Pick<Trial, 'hidden'>): string {
	const lines = shown(child, trial)
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => /\w/.test(line) && !/^at /.test(line));
	const first = lines.findIndex((line) => /\berror\b|\w*Error:/i.test(line));
	return lines
		.slice(first === -1 ? -12 : first)
		.slice(0, 12)
		.join(' | ')
		.slice(0, 1_500);
}

/** What the log says is better than what can be seen from outside. */
export function withLog(one: Diagnosis, server: Started, trial: Trial): Diagnosis {
	if (!logged.has(one.code)) return one;
	const lines = tellingLines(shown(server, trial)).map((line) => line.trim().slice(0, 300));
	return {
		...one,
		evidence: [...one.evidence, ...[...new Set(lines)].map((says) => ({ request: 'log', says }))],
	};
}

/** Of sign-in itself; else whatever calls itself an error. */
function tellingLines(text: string): string[] {
	const lines = text.split('\n').filter((line) => !/^\s*at /.test(line));
	const ours = lines.filter((line) => line.includes('[auth]'));
	const errors = ours.filter((line) => /error/i.test(line));
	if (errors.length > 0) return errors.slice(0, 5);
	if (ours.length > 0) return ours.slice(0, 5);
	return lines.filter((line) => /^\W*\w*Error\b.{0,40}: /.test(line)).slice(-3);
}
