import { type Forms, samples } from './common.ts';

const forms: Forms = {
	none: ['', 'export const ssr = false;'],
	arrow: [
		'export const load = async ({ locals }) => {\n\treturn { user: locals.user };\n};',
		'export const load = async ({ locals, url: { pathname } }) => ({ pathname });',
		'export const load = ({ cookies }) => {\n\treturn {\n\t\ttheme: cookies.get("theme"), // it\n\t\tother: 1\n\t};\n};',
		'export const load = event => ({ id: event.params.id });',
		'export const load = () => {\n\treturn {};\n};',
		'export const load = () => ({});',
		'export const load = ({}) => ({ a: [1, 2,], });',
	],
	annotated: [
		'export const load: LayoutServerLoad = async (event) => {\n\treturn { user: event.locals.user };\n};',
		'export const load = (async ({ locals: l }) => ({ user: l.user })) satisfies LayoutServerLoad;',
		'export const load = (async ({ locals }) => {\n\treturn {\n\t\t// nothing yet\n\t} as const;\n}) as LayoutServerLoad;',
		'export async function load({ locals }: LayoutServerLoadEvent) {\n\treturn { a: locals.a } satisfies Data;\n}',
	],
	function: [
		'export async function load({ params }) {\n\tif (params.a) return { a: 1 };\n\treturn { a: 2, b: [] };\n}',
		'export function load(event) {\n\treturn { ...base(event) };\n}',
		'export const load = async function ({ locals }) { return { user: locals.user }; };',
		'export const load = function* ({ locals }) { return { user: locals.user }; };',
	],
	branches: [
		'export const load = async ({ locals }) => {\n\tswitch (locals.a) {\n\t\tcase 1:\n\t\t\treturn { a: 1 };\n\t\tdefault: {\n\t\t\treturn {\n\t\t\t\ta: 2,\n\t\t\t};\n\t\t}\n\t}\n};',
		'export const load = ({ url }) => {\n\tconst inner = () => {\n\t\treturn 1;\n\t};\n\ttry { return { inner }; } catch { return { url: null } }\n};',
	],
	shadowed: [
		'export const load = async ({ locals }) => {\n\tif (locals.a) {\n\t\tconst locals = other();\n\t\treturn { b: locals };\n\t}\n\treturn { a: 1 };\n};',
		'export const load = async (event) => {\n\tfor (const event of list) return { event };\n\treturn { a: 1 };\n};',
		'export const load = async (event) => {\n\tconst { locals } = event;\n\treturn { a: locals };\n};',
		'export const load = async () => {\n\tconst locals = 1;\n\treturn { locals };\n};',
	],
	own: [
		'export const load = () => ({ session: 1 });',
		'export const load = (e) => { return { "session": e }; };',
	],
	elsewhere: [
		"export { load } from './shared';",
		'const own = () => ({});\nexport { own as load };',
		'export const load = wrap(async () => ({}));',
		'export const load = cond ? a : b;',
		'export const { load } = make();',
		'export let load = ({ locals }) => ({ locals });',
		'export const a = 1, load = ({ locals }) => ({ locals });',
		'export const load = async ({ ...rest }) => ({ rest });',
		'export const load = async ({ locals: { user } }) => ({ user });',
		'export const load = async ({ locals = {} }) => ({ a: locals });',
		'export const load = async ([first]) => ({ first });',
		'export const load = async (...args) => ({ args });',
		'export const load = async (event = fallback) => ({ event });',
		'export const load = () => { return; };',
		'export const load = async () => {};',
		'export const load = async () => await other();',
		'export const load = async ({ locals }) => ({ get session() { return 1; } });',
		'export const load = async ({ locals }) => { return cond ? { a: 1 } : { b: 2 }; };',
	],
};

export const edited = ['none', 'arrow', 'annotated', 'branches'];

export const load = samples(forms, ['+layout.server.ts', '+layout.server.js'], {
	imports: ["import type { LayoutServerLoad } from './$types';", "import { locals } from './bait';"],
});
