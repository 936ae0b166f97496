import { addSessionToLoad } from '../../../edits/load/index.ts';
import { universalLoadNotes } from '../../../edits/load/universal.ts';
import { moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';

/** The root layout's load: makes the session `page.data.session` on every page (docs/specification.md, 4.2.12). */
export function stageLayout(context: Context): void {
	const { host, staging, style } = context;
	const path = moduleFile(host, `${host.paths.routes}/+layout.server`);
	const isNew = staging.edit(
		path,
		'gives every page the session',
		(content) => addSessionToLoad(path, content, { typed: path.endsWith('.ts'), fallback: style }),
		() => render('integration-b/layout.server.ts', {}, context),
	);
	if (isNew) staging.note(path, ...universalNotes(context));
}

/** The universal layout beside it stands between the session and the pages. */
const universalNotes = ({ host }: Context): string[] =>
	['ts', 'js']
		.map((extension) => `${host.paths.routes}/+layout.${extension}`)
		.flatMap((path) => {
			const content = host.read(path);
			return content === undefined ? [] : universalLoadNotes(path, content).map((note) => `${path}: ${note}`);
		});
