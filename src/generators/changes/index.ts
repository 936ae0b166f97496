import { keepWidth } from '../../edits/layout/keep-width.ts';
import type { EditResult } from '../../edits/splice/edit.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Change, Finding, RefuseChange } from '../../plan/change.ts';
import { isSecret } from '../../plan/mask.ts';
import { hostStyle } from './style.ts';

/** Columns that no formatter breaks a line at. */
const maxPlain = 60;

/** A list that goes on behind the line with a function in it, which formatters break at any width. */
const opensInList = /\[.*\{$/;

interface Staged {
	/** What is only skipped or refused is not read: it may be anything. */
	isRead: boolean;
	before: string | undefined;
	text: string | undefined;
	/** What was done. */
	summaries: string[];
	notes: string[];
	findings: Finding[];
	refusals: RefuseChange[];
	/** The first thing that was there already, and why nothing was done for it. */
	skipped: { summary: string; reason: string } | undefined;
}

/**
 * Collects what a generator does to a host: one change a file, however many edits of several kinds it gets. A page may
 * get a guard in its `load`, in two of its actions and round its component. Each edit sees the text that the ones before
 * it left.
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
		return staged?.isRead ? staged.text : this.#host.read(path);
	}

	/** Keeps the next place in the order for a file whose edit can only be told later. */
	reserve(path: HostPath): void {
		this.#stage(path);
	}

	/** Puts a file behind all that were touched so far. */
	moveToEnd(path: HostPath): void {
		const staged = this.#stage(path);
		this.#files.delete(path);
		this.#files.set(path, staged);
	}

	/**
	 * @param summary one line for people: what the edit does.
	 * @param create the text of a new file, where there may be none yet.
	 * @returns whether the text is another one now.
	 */
	edit(
		path: HostPath,
		summary: string,
		edit: (content: string) => EditResult,
		create?: () => string,
	): boolean {
		const { text } = this.#open(path);
		if (text === undefined) {
			if (!create) throw new Error(`${path} is gone.`);
			this.write(path, summary, create());
			return true;
		}
		const result = edit(text);
		switch (result.kind) {
			case 'edited':
				this.write(path, summary, result.text);
				break;
			case 'unchanged':
				this.skip(path, summary, result.reason);
				break;
			case 'refused':
				this.refuse(path, summary, result.reason, result.snippet, { line: result.line });
				return false;
		}
		this.note(path, ...(result.notes ?? []));
		this.tell(path, ...(result.findings ?? []).map((finding) => ({ file: path, ...finding })));
		return result.kind === 'edited';
	}

	/** Gives a file a text, be it new or not. */
	write(path: HostPath, summary: string, text: string): void {
		const staged = this.#open(path);
		staged.text = text;
		if (!staged.summaries.includes(summary)) staged.summaries.push(summary);
	}

	/** Nothing to do: what would have been written stands there already. */
	skip(path: HostPath, summary: string, reason: string): void {
		this.#stage(path).skipped ??= { summary, reason };
	}

	/**
	 * What a person has to do, or to decide.
	 * @param snippet what is pasted by hand; empty where nothing can be.
	 * @param more the line, 1-based, where one can be named, and the code of a finding.
	 */
	refuse(
		path: HostPath,
		summary: string,
		reason: string,
		snippet: string,
		{ line, code }: { line?: number | undefined; code?: string } = {},
	): void {
		const refusal: RefuseChange = { kind: 'refuse', path, summary, reason, snippet };
		this.#stage(path).refusals.push({
			...refusal,
			...(line === undefined ? {} : { line }),
			...(code === undefined ? {} : { code }),
		});
	}

	/** A sentence about a file for people to read. */
	note(path: HostPath, ...notes: string[]): void {
		this.#stage(path).notes.push(...notes);
	}

	/** What of the host's own meets an edit: a sentence for people, which `--json` carries with its code. */
	tell(path: HostPath, ...findings: Finding[]): void {
		for (const finding of findings) {
			const { file, line, text } = finding;
			this.note(path, line === undefined ? text : `${file}:${line} ${text}`);
			this.#stage(path).findings.push(finding);
		}
	}

	/** Whether anything in a file was refused so far. */
	refuses(path: HostPath): boolean {
		return (this.#files.get(path)?.refusals.length ?? 0) > 0;
	}

	/** Whether anything was refused so far. */
	get isRefused(): boolean {
		return [...this.#files.values()].some(({ refusals }) => refusals.length > 0);
	}

	/** Whether nothing was written or refused so far: all of it is there already. */
	get isIdle(): boolean {
		return [...this.#files.values()].every(
			({ isRead, before, text, refusals }) => refusals.length === 0 && (!isRead || text === before),
		);
	}

	/** In the order in which the files were first touched. */
	changes(): Change[] {
		for (const [path, staged] of this.#files) this.#keepWidth(path, staged);
		return [...this.#files].flatMap(([path, staged]) => changesOf(path, staged));
	}

	/** New files are written in the host's layout; one that was edited keeps to its width. */
	#keepWidth(path: HostPath, staged: Staged): void {
		const { before, text } = staged;
		if (before === undefined || text === undefined || text === before) return;
		// Reading the host's habits takes time, and hardly any edit comes near its width.
		const isWorth = (line: string) => line.length > maxPlain || opensInList.test(line);
		if (!text.split(/\r?\n/).some((line) => isWorth(line) && !before.includes(line))) return;
		staged.text = keepWidth(path, before, text, hostStyle(this.#host));
	}

	#stage(path: HostPath): Staged {
		let staged = this.#files.get(path);
		if (!staged) {
			const unread = { isRead: false, before: undefined, text: undefined };
			staged = { ...unread, summaries: [], notes: [], findings: [], refusals: [], skipped: undefined };
			this.#files.set(path, staged);
		}
		return staged;
	}

	#open(path: HostPath): Staged {
		const staged = this.#stage(path);
		if (!staged.isRead) {
			const before = this.#host.read(path);
			Object.assign(staged, { isRead: true, before, text: before });
		}
		return staged;
	}
}

function changesOf(path: HostPath, staged: Staged): Change[] {
	const change = writeOrSkip(path, staged);
	const changes = [...(change ? [change] : []), ...staged.refusals];
	const notes = [...new Set(staged.notes)];
	const [first] = changes;
	if (first && notes.length > 0) first.notes = notes;
	if (first && staged.findings.length > 0) first.findings = staged.findings;
	return isSecret({ path }) ? changes.map((one) => ({ ...one, secret: true })) : changes;
}

/** What becomes of the file besides what is refused. */
function writeOrSkip(
	path: HostPath,
	{ before, text, summaries, refusals, skipped }: Staged,
): Change | undefined {
	const summary = summaries.join(', ');
	if (text !== undefined && text !== before) {
		return before === undefined
			? { kind: 'create', path, summary, before: null, after: text }
			: { kind: 'modify', path, summary, before, after: text };
	}
	if (refusals.length > 0) return undefined;
	return { kind: 'skip', path, ...(skipped ?? { summary: 'nothing to do', reason: 'nothing to do' }) };
}
