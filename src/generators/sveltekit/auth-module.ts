import { importedAs } from '../../edits/imports.ts';
import type { Change } from '../../plan/change.ts';
import { created, parseHostFile, skipped } from '../change.ts';
import type { Context } from '../context.ts';
import { render } from '../template.ts';
import { moduleFile } from './routes.ts';

export const runtimeModule = '@authgraft/runtime/sveltekit';

export const authModule = (context: Context): string =>
	moduleFile(context.host, `${context.host.paths.source}/auth`);

/** `src/auth.ts`: the one place where sign-in is configured (design 6). */
export function authModuleChange(context: Context): Change {
	const { host, style } = context;
	const path = authModule(context);
	const summary = 'configures sign-in';
	const before = host.read(path);
	const text = render('integration-b/auth.ts', values(context), style);
	if (before === undefined) return created(path, text, summary);
	if (importedAs(parseHostFile(path, before), runtimeModule, 'SvelteKitAuth')) {
		return skipped(path, summary, 'sign-in is configured already');
	}
	return {
		kind: 'refuse',
		path,
		summary,
		reason: 'exists and does something else; rename it, or paste the configuration where you want it',
		snippet: text,
	};
}

function values({ host, answers }: Context) {
	const { providers } = answers;
	return {
		base: host.base !== '',
		basePath: answers.basePath ?? '',
		development: providers.some(({ id }) => id === 'development'),
		credentials: providers.some(({ id }) => id === 'credentials'),
		imports: providers
			.filter(({ module }) => module !== '')
			.toSorted((a, b) => (a.module < b.module ? -1 : 1))
			.map(({ factory, module }) => ({ factory, module })),
		providers: providers.map(({ id, factory }, index) => ({
			factory,
			isDevelopment: id === 'development',
			isCredentials: id === 'credentials',
			last: index === providers.length - 1,
		})),
	};
}
