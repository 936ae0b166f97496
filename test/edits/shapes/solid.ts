import fc from 'fast-check';
import { type Forms, samples } from './common.ts';

const create = "import { createMiddleware } from '@solidjs/start/middleware';\n---\n";

const middlewareForms: Forms = {
	object: [
		`${create}export default createMiddleware({ onRequest: (event) => {\n\tevent.locals.a = 1;\n} });`,
		`${create}export default createMiddleware({\n\tonRequest: [\n\t\t// first\n\t\tlog, // it\n\t\tsecond\n\t],\n\tonBeforeResponse: done,\n});`,
		`${create}export default createMiddleware({ onRequest: [] });`,
		`${create}export default createMiddleware({});`,
		`${create}export default createMiddleware({\n\t// nothing\n});`,
		`${create}export default createMiddleware({ onBeforeResponse: done });`,
		`${create}export default createMiddleware({\n\tonBeforeResponse: done // last\n});`,
		`${create}export default createMiddleware({ onRequest: first, });`,
		`${create}export default createMiddleware({ onRequest: (a, b) });`,
		`${create}export default createMiddleware({ "onRequest": async function () {} });`,
		`${create}const onRequest = () => {};\nexport default createMiddleware({ onRequest });`,
		`${create}export default createMiddleware({ onRequest: first as Middleware, });`,
		`${create}export default createMiddleware({ onRequest: ([first, second] as Middleware[]) });`,
		`${create}export default createMiddleware({ onRequest: async () => <div>{'}'}</div> });`,
	],
	array: [
		`${create}export default createMiddleware([async (event, next) => next()]);`,
		`${create}export default createMiddleware([\n\tfirst, // one\n\tsecond\n]);`,
		`${create}export default createMiddleware([]);`,
		`${create}const all = createMiddleware([first]);\nexport { all };\nexport default all;`,
	],
	refused: [
		`${create}export default createMiddleware({ async onRequest() {} });`,
		`${create}export default createMiddleware({ ...base, onRequest: log });`,
		`${create}export default createMiddleware(options);`,
		`${create}export default createMiddleware({ ['onRequest']: log });`,
		`${create}export default createMiddleware({ get onRequest() { return log; } });`,
		`${create}export default createMiddleware();`,
		`${create}export default createMiddleware(...args);`,
		'export default defineMiddleware({ onRequest: log });',
		'export default function () {}',
		`${create}export { all as default };\nconst all = createMiddleware([]);`,
	],
};

const solid = "import { solidStart } from '@solidjs/start/config';\n---\n";

const configForms: Forms = {
	options: [
		`${solid}export default defineConfig({ plugins: [solidStart({ ssr: false }), nitro()] });`,
		`${solid}export default defineConfig({\n\tplugins: [\n\t\tsolidStart({\n\t\t\tssr: false, // app\n\t\t\tappRoot: './src' // last\n\t\t}),\n\t],\n});`,
		`${solid}export default defineConfig({ plugins: [solidStart({})] });`,
		`${solid}export default defineConfig({ plugins: [solidStart()] });`,
		`${solid}export default defineConfig({ plugins: [solidStart({ a: [1,], })] });`,
		`${solid}export default defineConfig(() => {\n\tconst plugins = [solidStart({\n\t\t// later\n\t} as Options)];\n\treturn { plugins };\n});`,
	],
	refused: [
		`${solid}export default defineConfig({ plugins: [solidStart(options)] });`,
		`${solid}export default defineConfig({ plugins: [solidStart({ ...options })] });`,
		`${solid}export default [solidStart(), solidStart()];`,
		`${solid}export default solidStart({ middleware: './src/m.ts' });`,
		`${solid}export default solidStart({ ['middleware']: './src/m.ts' });`,
		`${solid}export default solidStart(...options);`,
		'export default defineConfig({ plugins: plugins() });',
	],
};

// Both files have one default export, and it is the form's.
const without = /^export default .*\n/gm;

export const edited = { middleware: ['object', 'array'], 'solid-config': ['options'] };

export const middleware = samples(middlewareForms, ['middleware.ts', 'middleware.tsx', 'middleware.js'], {
	without,
	request: fc.constantFrom({}, { protect: ['/dashboard'] }),
});

export const solidConfig = samples(configForms, ['vite.config.ts', 'vite.config.js', 'vite.config.mts'], {
	without,
});
