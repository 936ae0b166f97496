import type semver from 'semver';
import type { ElementNode } from '../../../sign-in-button/markup/index.ts';
import type { Findings } from '../../findings.ts';

export interface ComponentsRequest {
	/** The installed version of the predecessor. */
	version?: string;
	/** Major version of Svelte. */
	svelte: number;
}

/** A `<SignIn>` or `<SignOut>` with what is around it. */
export interface Component {
	text: string;
	element: ElementNode;
	name: 'SignIn' | 'SignOut';
	line: number;
	/** The predecessor's: up to 0.13 the button of `<SignOut>` was around its children. */
	version: semver.SemVer | null;
	svelte: number;
	findings: Findings;
}
