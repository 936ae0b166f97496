import { readsOtherAuth } from '../../../audit/collisions/locals.ts';
import { addSessionToLoad } from '../../../edits/load/index.ts';
import { universalLoadNotes } from '../../../edits/load/universal.ts';
import type { Finding } from '../../../plan/change.ts';
import { parsed } from '../../../syntax/tree/nodes.ts';
import { moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';
import { localsOwned } from '../locals-owner.ts';

/** The root layout's load: makes the session `page.data.session` on every page (docs/specification.md, 4.2.12). */
export function stageLayout(context: Context): void {
	const { host, staging, style } = context;
	const path = moduleFile(host, `${host.paths.routes}/+layout.server`);
	const summary = 'gives every page the session';
	const owned = localsOwned(context) ?? otherAuthIn(context, path);
	if (owned !== undefined) {
		staging.refuse(path, summary, owned, '', { code: 'own-locals' });
		return;
	}
	const isNew = staging.edit(
		path,
		summary,
		(content) => addSessionToLoad(path, content, { typed: path.endsWith('.ts'), fallback: style }),
		() => render('integration-b/layout.server.ts', {}, context),
	);
	if (isNew) staging.tell(path, ...universalNotes(context));
}

/** A layout that takes `locals.auth` for what another library puts there. */
function otherAuthIn({ host, auth }: Context, path: string): string | undefined {
	const content = auth.module ? undefined : host.read(path);
	const line = content === undefined ? undefined : readsOtherAuth(parsed(path, content));
	return line === undefined
		? undefined
		: `reads \`locals.auth\` in line ${line} as another library sets it, and sign-in uses that name; take one of the two out`;
}

/** The universal layout beside it stands between the session and the pages. */
const universalNotes = ({ host }: Context): Finding[] =>
	['ts', 'js']
		.map((extension) => `${host.paths.routes}/+layout.${extension}`)
		.flatMap((path) => {
			const content = host.read(path);
			return content === undefined
				? []
				: universalLoadNotes(path, content).map((note) => ({
						...{ code: 'universal-layout', file: path, text: `${path}: ${note}` },
					}));
		});
