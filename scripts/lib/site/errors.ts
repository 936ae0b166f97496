import { codes } from '../../../src/doctor/codes.ts';
import type { Page } from './page.ts';
import { asPage, splitDocument } from './sources.ts';

/** The doctor's page and that of the codes, with a page for each of their entries. */
export function errorPages(documents: Record<string, string>, pages: ReadonlyMap<string, string>): Page[] {
	return Object.entries(documents).flatMap(([document, text]) => {
		const { rest, entries } = splitDocument(document, text);
		return [
			asPage(document, pages.get(document) ?? '', rest, pages),
			...[...entries].map(([name, entry]) => {
				const how =
					name in codes
						? 'Found by [`authgraft doctor`](/doctor.md).'
						: 'Said by a command of `authgraft`: [all error codes](/errors/index.md).';
				return asPage(document, `errors/${name.toLowerCase()}.md`, `${entry.trim()}\n\n${how}\n`, pages);
			}),
		];
	});
}
