import { relativeImport } from '../../../host/files/paths.ts';
import type { Host } from '../../../host/host.ts';
import { generation } from '../../../host/testing.ts';
import type { Change } from '../../../plan/change.ts';
import { defaultStyle } from '../../../syntax/source.ts';
import { Staging } from '../../changes/index.ts';
import type { Context } from '../../context.ts';

/* For the tests of this folder. Not part of the build. */

/** A SolidStart host that is nothing but the given files. */
export function contextOf(files: Record<string, string>, more: Partial<Host> = {}): Context {
	const paths = Object.keys(files);
	const host = {
		framework: 'solid-start',
		generation: generation('solid-start', 2),
		language: 'ts',
		manifest: { text: '', name: undefined, dependencies: {}, devDependencies: {} },
		paths: { routes: 'src/routes', source: 'src', lib: 'src/lib', serverHooks: '' },
		jsdoc: false,
		router: '1.0.0',
		base: '',
		unreadable: [],
		configFile: 'vite.config.ts',
		middleware: undefined,
		read: (path: string) => files[path],
		exists: (path: string) => paths.some((file) => file === path || file.startsWith(`${path}/`)),
		list: (folder: string) => {
			const inside = paths.filter((file) => file.startsWith(`${folder}/`));
			return [...new Set(inside.map((file) => file.slice(folder.length + 1).split('/')[0] as string))].sort();
		},
		...more,
	} as unknown as Host;
	const answers = {
		providers: [],
		providersNamed: false,
		protect: [],
		basePath: undefined,
		pages: {},
	} as never;
	const file = `src/auth.${host.language}`;
	const auth = { file, importName: (from: string) => relativeImport(from, file), module: undefined };
	return { host, answers, staging: new Staging(host), auth, style: defaultStyle, variables: [] };
}

/** What parts of a generator do to a host that nothing else was done to. */
export function changesOf(stages: ((context: Context) => void)[], context: Context): Change[] {
	const staging = new Staging(context.host);
	for (const stage of stages) stage({ ...context, staging });
	return staging.changes();
}

/** The same of one part that touches one file. */
export function changeOf(stage: (context: Context) => void, context: Context): Change {
	const [change, ...more] = changesOf([stage], context);
	if (!change || more.length > 0) throw new Error('There is not one change.');
	return change;
}
