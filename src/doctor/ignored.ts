import { AuthgraftError } from '../errors.ts';
import type { Host } from '../host/host.ts';
import { isObject } from '../host/packages/manifest.ts';
import { isDoctorCode } from './codes.ts';
import type { IgnoreList } from './report.ts';

/**
 * What package.json does not want to hear of: `"authgraft": { "doctor": { "ignore": { "hsts": "the proxy does it" } } }`.
 * @throws AuthgraftError AG_PACKAGE_JSON_INVALID (exit 2) for a code that there is not, and for one without a reason.
 */
export function readIgnored({ manifest }: Host): IgnoreList {
	const all: unknown = JSON.parse(manifest.text.replace(/^\uFEFF/, ''));
	const own =
		isObject(all) && isObject(all.authgraft) && isObject(all.authgraft.doctor)
			? all.authgraft.doctor.ignore
			: undefined;
	if (own === undefined) return {};
	if (!isObject(own)) throw invalid('is to be an object of codes, each with a reason');
	for (const [code, reason] of Object.entries(own)) {
		if (!isDoctorCode(code)) throw invalid(`names "${code}", which is no code of the doctor`);
		if (typeof reason !== 'string' || reason.trim() === '') throw invalid(`gives no reason for "${code}"`);
	}
	return own as IgnoreList;
}

const invalid = (what: string): AuthgraftError =>
	new AuthgraftError(
		'AG_PACKAGE_JSON_INVALID',
		`authgraft.doctor.ignore in package.json ${what}`,
		'Write it like this: "ignore": { "hsts": "the proxy does it" }. The codes stand in docs/doctor.md.',
		2,
	);
