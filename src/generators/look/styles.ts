import { relativeImport } from '../../host/files/paths.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Context } from '../context.ts';
import { render } from '../templates/index.ts';
import { classesOf, type Look, parts } from './classes.ts';
import { darkOf } from './dark.ts';

/** Where the styles of the pages for accounts lie: a style sheet, or the names of classes. */
export const stylesFile = ({ paths, language }: Host, look: Look): HostPath =>
	`${paths.lib}/auth-pages.${look === 'plain' ? 'css' : language}`;

/** What stands in there. */
export function stylesText(context: Pick<Context, 'host' | 'style'>, look: Look): string {
	const dark = darkOf(context.host);
	if (look === 'plain') {
		const values = { darkSelector: dark.selector, darkMedia: dark.media };
		return render('accounts/styles/plain.css', values, context);
	}
	const classes = classesOf(look, dark.variant);
	const lines = parts.map((name) => ({ name, value: classes[name], last: name === parts.at(-1) }));
	return render('accounts/styles/classes.ts', { classes: lines }, context);
}

/** How a page gets its styles. */
export const stylesImport = (host: Host, look: Look, from: HostPath): string => {
	const module = relativeImport(from, stylesFile(host, look));
	return look === 'plain' ? `import '${module}';` : `import { styles } from '${module}';`;
};
