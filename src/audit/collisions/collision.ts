import type { HostPath } from '../../host/host.ts';

/** A place in a host's own code that is in the way of sign-in, and what to do about it. */
export interface Collision {
	file: HostPath;
	/** 1-based. */
	line: number;
	/** Follows the place in a sentence: `sends ... to /login: let /signin through, or nobody can sign in.` */
	text: string;
}

/** `src/hooks.server.ts:7 sends ...` */
export const toldAs = ({ file, line, text }: Collision): string => `${file}:${line} ${text}`;
