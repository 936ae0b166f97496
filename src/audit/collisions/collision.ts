import type { HostPath } from '../../host/host.ts';

/** What it is, for programs. docs/own-code.md has them all. */
export type CollisionCode =
	| 'own-gate'
	| 'language-prefix'
	| 'own-answer'
	| 'security-headers'
	| 'rate-limit'
	| 'set-cookie';

/** A place in a host's own code that is in the way of sign-in, and what to do about it. */
export interface Collision {
	code: CollisionCode;
	file: HostPath;
	/** 1-based. */
	line: number;
	/** Follows the place in a sentence: `sends ... to /login: let /signin through, or nobody can sign in.` */
	text: string;
}
