import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import type { HostUnderTest } from '../../support/host-under-test.ts';
import { stubModules } from '../../support/stub-modules.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/edits/wiring/hooks');
const read = (...path: string[]): string | undefined =>
	existsSync(join(fixtures, ...path)) ? readFileSync(join(fixtures, ...path), 'utf8') : undefined;

interface Shape {
	name: string;
	/** `output.ts` */
	file: string;
	text: string;
	/** Paths that it guards. */
	protect: string[];
}

/** Every shape of the server hooks that we edit. */
const shapes: Shape[] = readdirSync(fixtures).flatMap((name) => {
	const file = readdirSync(join(fixtures, name)).find((one) => one.startsWith('output.'));
	const { protect = [] } = JSON.parse(read(name, 'request.json') ?? '{}');
	return file ? [{ name, file, text: read(name, file) ?? '', protect }] : [];
});

/** The hooks of the host: runs the shape that a request names, and tells in headers what happened. */
const dispatcher = `import { handle as authHandle } from './auth';

const shapes = import.meta.glob('./shapes/*/hooks.server.{ts,js}', { eager: true });

export async function handle({ event, resolve }) {
	const hooks = shapes[\`./shapes/\${event.request.headers.get('x-shape')}\`];
	// A page that is made while building.
	if (!hooks) return authHandle({ event, resolve });
	event.locals.trace = [];
	// A handle may make \`locals\` anew: what the page finds counts.
	let found = event.locals;
	const page = (event, options) => {
		found = event.locals;
		found.trace.push('page');
		return resolve(event, options);
	};
	const response = await hooks.handle({ event, resolve: page });
	const told = new Response(response.body, response);
	told.headers.set('x-trace', event.locals.trace.join(' '));
	told.headers.set('x-session', JSON.stringify(await found.auth?.()));
	return told;
}
`;

/** The host's own auth handle, with a note that it ran. */
const auth = `import { handle as authHandle } from '../../auth';

export const handle = (input) => {
	input.event.locals.trace.push('auth');
	return authHandle(input);
};
`;

/**
 * The edited hooks of every fixture run in one production build of a real host: a request shows which handles ran, in
 * which order. The expected order stands in `order.txt` of the fixture. (A tool of others passed its text snapshots
 * and still wrote hooks that threw at start.)
 */
export function describeHookShapes(get: () => HostUnderTest): void {
	describe('edited hooks run', () => {
		let server: RunningServer;
		const folderOf = ({ name, file }: Shape) => `${name}/${file.replace('output', 'hooks.server')}`;

		beforeAll(async () => {
			const hooks = Object.fromEntries(shapes.map((shape) => [`src/shapes/${folderOf(shape)}`, shape.text]));
			const files = { 'src/hooks.server.ts': dispatcher, ...stubModules(hooks), ...hooks };
			for (const { name } of shapes)
				Object.assign(files, { [`src/shapes/${name}/auth.ts`]: auth, [`src/shapes/${name}/auth.js`]: auth });
			for (const path of shapes.flatMap(({ protect }) => protect))
				Object.assign(files, { [`src/routes${path}/+page.svelte`]: '<h1>Guarded</h1>\n' });
			await get().write(files);
			const { code, output } = await get().build();
			expect(code, output).toBe(0);
			server = await get().startBuild();
		}, 300_000);
		afterAll(() => server?.stop());

		const ask = (shape: Shape, path: string) =>
			fetch(server.origin + path, {
				// As a browser asks for a page: programs are told 401.
				headers: { accept: 'text/html', 'x-shape': folderOf(shape) },
				redirect: 'manual',
			});

		test.each(shapes)('$name', async (shape) => {
			const response = await ask(shape, '/');
			expect(response.status, server.output()).toBe(200);
			const order = read(shape.name, 'order.txt')?.trimEnd() ?? '';
			expect(response.headers.get('x-trace')).toBe(order);
			expect(response.headers.get('x-session')).toBe('null');
			for (const path of shape.protect) {
				const guarded = await ask(shape, path);
				expect(guarded.headers.get('x-trace')).toBe(order.slice(0, order.indexOf('auth') + 'auth'.length));
				expect(guarded.status).toBe(303);
			}
		});
	});
}
