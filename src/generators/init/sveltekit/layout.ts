import { addSessionToLoad } from '../../../edits/load/index.ts';
import { universalLoadNotes } from '../../../edits/load/universal.ts';
import { type Change, isWrite } from '../../../plan/change.ts';
import { createOrEdit } from '../../changes/index.ts';
import { moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';

/** The root layout's load: makes the session `page.data.session` on every page (docs/specification.md, 4.2.12). */
export function layoutChange(context: Context): Change {
	const { host, style } = context;
	const path = moduleFile(host, `${host.paths.routes}/+layout.server`);
	const change = createOrEdit(
		host,
		path,
		'gives every page the session',
		() => render('integration-b/layout.server.ts', {}, context),
		(content) => addSessionToLoad(path, content, { typed: path.endsWith('.ts'), fallback: style }),
	);
	const notes = [...(change.notes ?? []), ...universalNotes(context)];
	return isWrite(change) && notes.length > 0 ? { ...change, notes } : change;
}

/** The universal layout beside it stands between the session and the pages. */
const universalNotes = ({ host }: Context): string[] =>
	['ts', 'js']
		.map((extension) => `${host.paths.routes}/+layout.${extension}`)
		.flatMap((path) => {
			const content = host.read(path);
			return content === undefined ? [] : universalLoadNotes(path, content).map((note) => `${path}: ${note}`);
		});
