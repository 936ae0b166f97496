import type { Edit } from '../../src/edits/splice/edit.ts';

/** The last text that was spliced, and with what. Test files put `record` in front of `applyEdits` (see there). */
export let recorded: { source: string; edits: readonly Edit[] } | undefined;

export function record(source: string, edits: readonly Edit[]): void {
	recorded = { source, edits };
}

export function forget(): void {
	recorded = undefined;
}
