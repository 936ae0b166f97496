import type { Source } from '../../syntax/source.ts';
import { LocalNames } from '../splice/local-names.ts';
import { hooksModule } from './find.ts';

/** Names for the auth handle, in a file that has none of its own for it. */
export const authHandleNames: [string, ...string[]] = ['authHandle', 'authJsHandle'];

/** Local names, with the imports that they need. */
export class HandleNames extends LocalNames {
	/** What goes into the sequence. */
	readonly handles: string[];
	/** The handle that is there is the auth handle itself: ours stand behind it. */
	readonly behindAuth: boolean;

	constructor(source: Source, handles: (names: LocalNames) => string[], behindAuth = false) {
		super(source);
		this.handles = handles(this);
		this.behindAuth = behindAuth;
	}

	/** What a handle that is imported instead of handed on is called. */
	get imported(): [string, ...string[]] {
		return this.behindAuth ? authHandleNames : ['appHandle', 'userHandle', 'existingHandle'];
	}

	/** `sequence(authHandle, theirs)`, or the other way round for what must stay first. */
	call(theirs?: { text: string; first: boolean }): string {
		const rest = theirs ? [theirs.text] : [];
		const first = theirs?.first || this.behindAuth;
		const members = first ? [...rest, ...this.handles] : [...this.handles, ...rest];
		const sequence = this.of(hooksModule, 'sequence', 'sequence', 'sequenceHandles');
		return `${sequence}(${members.join(', ')})`;
	}
}
