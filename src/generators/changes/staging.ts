import type { EditResult } from '../../edits/splice/edit.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Change, RefuseChange } from '../../plan/change.ts';
import { created, modified, skipped } from './index.ts';

interface Staged {
	before: string | undefined;
	text: string | undefined;
	/** What was done, or would have been. */
	summaries: string[];
	notes: string[];
	refusals: RefuseChange[];
	/** Why nothing was done, where nothing was. */
	reason: string;
}

/**
 * Edits of several kinds on the same files, as one change a file: a page may get a guard in its `load`, in two of its
 * actions and round its component. Each edit sees the text that the ones before it left.
 */
export class Staging {
	readonly #files = new Map<HostPath, Staged>();
	readonly #host: Host;

	constructor(host: Host) {
		this.#host = host;
	}

	/** The text of a file with all edits so far; undefined where there is none. */
	read(path: HostPath): string | undefined {
		const staged = this.#files.get(path);
		return staged ? staged.text : this.#host.read(path);
	}

	/**
	 * @param summary one line for people: what the edit does.
	 * @param create the text of a new file, where there may be none yet.
	 */
	edit(path: HostPath, summary: string, edit: (content: string) => EditResult, create?: () => string): void {
		const staged = this.#stage(path);
		if (staged.text === undefined) {
			if (!create) throw new Error(`${path} is gone.`);
			staged.text = create();
			staged.summaries.push(summary);
			return;
		}
		const result = edit(staged.text);
		if (result.kind === 'refused') {
			const { reason, line, snippet } = result;
			staged.refusals.push({
				kind: 'refuse',
				path,
				summary,
				reason,
				snippet,
				...(line === undefined ? {} : { line }),
			});
			return;
		}
		if (result.kind === 'edited') {
			staged.text = result.text;
			if (!staged.summaries.includes(summary)) staged.summaries.push(summary);
		} else {
			staged.reason ||= result.reason;
		}
		staged.notes.push(...(result.notes ?? []));
	}

	/** A refusal that no edit made: what stands in the way of a file as a whole. */
	refuse(path: HostPath, summary: string, reason: string, snippet: string): void {
		this.#stage(path).refusals.push({ kind: 'refuse', path, summary, reason, snippet });
	}

	/** A sentence about a file for people to read. */
	note(path: HostPath, ...notes: string[]): void {
		this.#stage(path).notes.push(...notes);
	}

	/** In the order in which the files were first touched. */
	changes(): Change[] {
		return [...this.#files].flatMap(([path, staged]) => changesOf(path, staged));
	}

	#stage(path: HostPath): Staged {
		let staged = this.#files.get(path);
		if (!staged) {
			const before = this.#host.read(path);
			staged = { before, text: before, summaries: [], notes: [], refusals: [], reason: '' };
			this.#files.set(path, staged);
		}
		return staged;
	}
}

function changesOf(path: HostPath, { before, text, summaries, notes, refusals, reason }: Staged): Change[] {
	const summary = summaries.join(', ');
	const change =
		text === undefined
			? undefined
			: before === undefined
				? created(path, text, summary)
				: text !== before
					? modified(path, before, text, summary)
					: refusals.length === 0
						? skipped(path, reason || 'nothing to do', reason || 'nothing to do')
						: undefined;
	const own = [...new Set(notes)];
	if (change && own.length > 0) change.notes = own;
	return [...(change ? [change] : []), ...refusals];
}
