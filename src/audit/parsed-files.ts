import type { HostPath } from '../host/host.ts';
import type { Sources } from '../host/routes/index.ts';
import { parse, type Source, syntaxError } from '../syntax/source.ts';

/** The files of a host, each parsed once at most: an audit looks into some of them from several sides. */
export class ParsedFiles {
	readonly #sources: Sources;
	readonly #parsed = new Map<HostPath, Source | undefined>();

	constructor(sources: Sources) {
		this.#sources = sources;
	}

	/**
	 * The parsed file, or undefined where there is none, where it does not parse, and where none of the words stands in
	 * it: parsing five hundred files that hold nothing of interest takes seconds.
	 */
	parse(path: HostPath, words: RegExp): Source | undefined {
		const text = this.#sources.text(path);
		if (text === undefined || !words.test(text)) return undefined;
		if (!this.#parsed.has(path)) {
			const source = parse(path, text);
			this.#parsed.set(path, syntaxError(source) ? undefined : source);
		}
		return this.#parsed.get(path);
	}
}
