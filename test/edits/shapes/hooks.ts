import fc from 'fast-check';
import { type Forms, samples } from './common.ts';

const sequence = "import { sequence } from '@sveltejs/kit/hooks';\n---\n";

const arrow = 'async ({ event, resolve }) => {\n\tevent.locals.at = 1;\n\treturn resolve(event);\n}';

const forms: Forms = {
	none: ['', 'export const handleError = ({ error }) => {\n\tconsole.error(error);\n};'],
	arrow: [
		`export const handle = ${arrow};`,
		'export const handle = ({ event, resolve }) => resolve(event);',
		'/** Ours. */\nexport const handle = async input => input.resolve(input.event); // end',
	],
	annotated: [
		`export const handle: Handle = ${arrow};`,
		`export const handle = (${arrow}) satisfies Handle;`,
		`export const handle = <Handle>(${arrow} as unknown);`,
		'export async function handle({ event, resolve }: Input): Promise<Response> {\n\treturn resolve(event);\n}',
	],
	function: [
		'export async function handle({ event, resolve }) {\n\treturn resolve(event);\n}',
		'export function handle(input) { return input.resolve(input.event); }',
		'export const handle = async function named({ event, resolve }) {\n\treturn resolve(event);\n};',
		'export const handle = function ({ event, resolve }) { return { handle: resolve(event) }.handle; };',
	],
	sequence: [
		`${sequence}export const handle = sequence(first, second);`,
		`${sequence}export const handle = sequence();`,
		`${sequence}export const handle: Handle = sequence(\n\tfirst, // one\n\t// two\n\tsecond,\n);`,
		`${sequence}export const handle = sequence(Sentry.sentryHandle(), first);`,
		`${sequence}export const handle = sequence(\n\tSentry.sentryHandle()\n);`,
		`${sequence}export const handle = sequence(...all);`,
		`${sequence}export const handle = sequence(\n\tasync ({ event, resolve }) => {\n\t\treturn resolve(event);\n\t},\n\t...rest\n);`,
	],
	identifier: [
		`const own = ${arrow};\nexport const handle = own;`,
		"import { own } from './own';\nexport const handle = own as Handle;",
	],
	member: ['export const handle = everything.handle;', "export const handle = handlers['main'];"],
	call: ['export const handle = make();', 'export const handle = Sentry.sentryHandle({ a: 1 });'],
	conditional: ['export const handle = dev ? first : second;', 'export const handle = own ?? other;'],
	list: [
		`const handle = ${arrow};\nexport { handle };`,
		`const own = ${arrow};\nexport { own as handle, own as other };`,
		`function handle() {}\nexport {\n\thandle, // the hook\n};`,
	],
	reexport: [
		"export { handle } from './server/hooks';",
		"export { own as handle, handleError } from './hooks/index.ts';",
		"export * from './more';",
		"export * as handle from './more';",
	],
	declarators: [
		'export const handleError = log, handle = first;',
		`export const handle = ${arrow}, handleFetch = second;`,
		'export const { handle } = make();',
		'export let handle = first;',
		'export var handle = first, z;',
	],
	recursive: [
		'export const handle = ({ event, resolve }) => event.again ? handle({ event, resolve }) : resolve(event);',
		`export const handle = ${arrow};\nregister({ handle });`,
	],
	wired: ["export { handle } from './auth';"],
};

/** Forms that must be edited, all but the rare case: else the properties prove nothing about them. */
export const edited = [
	'none',
	'arrow',
	'annotated',
	'function',
	'sequence',
	'identifier',
	'member',
	'call',
	'list',
];

export const hooks = samples(forms, ['hooks.server.ts', 'hooks.server.js'], {
	imports: ["import type { Handle } from '@sveltejs/kit';"],
	request: fc.constantFrom({}, { protect: ["/it's"] }, { protect: ['/a', '/b'] }),
});
