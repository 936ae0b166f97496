/**
 * The vocabulary that all transforms share: an Edit is a splice of the original text, so every
 * byte outside an edit stays what it was.
 */
export interface Edit {
	/** Offset of the first character replaced. */
	start: number;
	/** Offset behind the last character replaced; equal to `start` for an insertion. */
	end: number;
	text: string;
}

/** What a transform answers. A refusal changes nothing and carries what the person pastes by hand. */
export type EditResult =
	| {
			kind: 'edited';
			text: string;
			/** Sentences for the person: what the edit leaves for them to look at. */
			notes?: string[];
			findings?: EditFinding[];
	  }
	| { kind: 'unchanged'; reason: string; notes?: string[]; findings?: EditFinding[] }
	| Refusal;

/** Something in the file that a person should know of: for programs a code. */
export interface EditFinding {
	code: string;
	/** 1-based. */
	line: number;
	/** Follows the place in a sentence. */
	text: string;
}

export interface Refusal {
	kind: 'refused';
	reason: string;
	/** 1-based. */
	line?: number;
	snippet: string;
}

/**
 * Applies edits to the text they were computed from. Several insertions at one place keep their order.
 * @throws Error when two edits overlap: a transform that produces such edits is broken.
 */
export function applyEdits(source: string, edits: readonly Edit[]): string {
	const sorted = edits
		.map((edit, index) => ({ ...edit, index }))
		.sort((a, b) => a.start - b.start || a.index - b.index);
	let result = '';
	let position = 0;
	for (const edit of sorted) {
		if (edit.start < position || edit.end < edit.start) throw new Error('Overlapping edits');
		result += source.slice(position, edit.start) + edit.text;
		position = edit.end;
	}
	return result + source.slice(position);
}

export const insertion = (at: number, text: string): Edit => ({ start: at, end: at, text });

/** Puts text in front of a stretch and behind it. */
export const surround = (start: number, end: number, before: string, after: string): Edit[] => [
	insertion(start, before),
	insertion(end, after),
];
