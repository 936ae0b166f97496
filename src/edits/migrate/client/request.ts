import semver from 'semver';
import type { CallExpression } from 'ts-morph';
import type { Edit, Refusal } from '../../splice/edit.ts';
import type { Findings } from '../findings.ts';
import type { Piece, Pieces } from '../pieces.ts';

export interface ClientRequest {
	/** The installed version of the predecessor. */
	version?: string;
	/** Ids of all providers, where the configuration shows them all. */
	providers?: string[];
	/** The module with a client of the host's own: what it lies below is not `/`. */
	module?: string;
	/** Where it was another client than that of SvelteKit. */
	other?: OtherClient;
}

/** The client of a predecessor on another framework: of its own module, with versions of its own. */
export interface OtherClient {
	/** Our client, which it is by now. */
	module: string;
	/** Whether signing in answered with a `Response`, and went by `redirect` for two providers only. */
	old?: boolean;
	/** Whether it answered with a result all the same. */
	results?: boolean;
	/** Whether signing out went by `redirectTo` and `redirect`. */
	knewOptions: boolean;
}

export const clientModule = '@authgraft/runtime/sveltekit/client';

/** What the client of the predecessor did: up to 1.7.4 only these two ids could stay on the page. */
export const couldStay: readonly string[] = ['credentials', 'email'];

/** Whether the predecessor's client is the one that answered with a `Response`; undefined when that is not known. */
export function isOld({ version, other }: ClientRequest): boolean | undefined {
	if (other) return other.old;
	const read = semver.coerce(version, { includePrerelease: true });
	return read ? semver.lte(read, '1.7.4') : undefined;
}

/** A call of the client, with what is around it. */
export interface ClientCall {
	call: CallExpression;
	piece: Piece;
	file: Pieces;
	request: ClientRequest;
	findings: Findings;
	line: number;
}

/** What a call comes to: edits of its piece. */
export type Fitted = Edit[] | Refusal;

/** What the client answers with. */
export const snippet =
	"const { ok, error, code, url } = await signIn('credentials', { ...fields, redirect: false });";

export const refused = (line: number, reason: string): Refusal => ({
	kind: 'refused',
	reason,
	line,
	snippet,
});
