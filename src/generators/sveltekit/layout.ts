import { addSessionToLoad } from '../../edits/load.ts';
import type { Change } from '../../plan/change.ts';
import { createOrEdit } from '../change.ts';
import type { Context } from '../context.ts';
import { moduleFile } from '../module-file.ts';
import { render } from '../template.ts';

/** The root layout's load: makes the session `page.data.session` on every page (specification 4.2, set-up 2). */
export function layoutChange({ host, style }: Context): Change {
	const path = moduleFile(host, `${host.paths.routes}/+layout.server`);
	return createOrEdit(
		host,
		path,
		'gives every page the session',
		() => render('integration-b/layout.server.ts', {}, style),
		(content) => addSessionToLoad(path, content, { typed: path.endsWith('.ts'), fallback: style }),
	);
}
