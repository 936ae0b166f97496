import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exec } from '../../scripts/lib/process/exec.ts';
import { catalogue } from '../../src/generators/providers/catalogue.ts';
import { makeHost, oauth } from './support/core.ts';
import { repository } from './support/run.ts';

/* The modules of the host's core run, in a process of their own: whatever they do, the command goes on. */

const own = { facts: catalogue, from: 'own' };

/** Node.js 22.12, whose `--experimental-permission` refuses them although they are named, loads no dependency of a core. */
const loads = process.allowedNodeEnvironmentFlags.has('--permission') ? 'y' : '';

/** Up to 22.17 Node runs TypeScript only when it is told to. */
const typescript = process.features.typescript ? [] : ['--experimental-strip-types'];

describe.concurrent('a core that means no good', () => {
	const forged = (facts: unknown) =>
		`process.stdout.write('authgraft-providers:' + ${JSON.stringify(JSON.stringify({ facts, failed: [] }))} + '\\n', () => process.exit(0));\nawait new Promise(() => {});`;
	const good = { module: 'good', id: 'good', name: 'Good', type: 'oidc', factory: 'Good' };

	test.for([
		['code instead of a name', [{ ...good, factory: 'X; evil()' }]],
		['nothing at all', []],
		['an id twice', [good, { ...good, module: 'other' }]],
		['no list', { length: 3 }],
	] as const)('answers with %s', async ([, facts]) => {
		const host = makeHost();
		host.write('0-first', forged(facts));
		expect(await host.read()).toEqual({
			...own,
			core: '0.99.0',
			warnings: [expect.stringContaining('the installed 0.99.0 cannot be asked (its answer is not')],
		});
		expect(existsSync(host.cache)).toBe(false);
	});

	test.for([
		['ends the process', 'process.exit(0)', 'its answer is not'],
		['crashes it', 'process.abort()', 'loading it ends with'],
		['never finishes', 'await new Promise(() => {})', 'loading it ends with'],
		[
			'floods',
			'const flood = () => process.stdout.write("x".repeat(65536), flood);\nflood();\nawait new Promise(() => {})',
			'it prints too much',
		],
	] as const)('%s', async ([, text, reason]) => {
		const host = makeHost();
		host.write('0-first', text);
		expect(await host.read()).toEqual({
			...own,
			core: '0.99.0',
			warnings: [expect.stringContaining(reason)],
		});
	});

	test('one that takes for ever is ended', async () => {
		const host = makeHost();
		host.write('0-first', 'for (;;);');
		const start = performance.now();
		expect((await host.read(700)).warnings).toEqual([expect.stringContaining('takes too long')]);
		expect(performance.now() - start).toBeLessThan(5000);
	});

	test('prints what it likes', async () => {
		const host = makeHost();
		host.write('0-first', `console.log('authgraft-providers:{}'); console.error('!');\n${oauth('first')}`);
		const { facts, warnings } = await host.read();
		expect(warnings).toEqual([]);
		expect(facts[0]).toMatchObject({ id: 'first' });
	});

	test('sees nothing of our environment, and writes and starts nothing', async () => {
		const host = makeHost();
		process.env.AUTH_CATALOGUE_TEST = 'secret';
		host.write(
			'0-first',
			`import { spawnSync } from 'node:child_process';
			import { writeFileSync } from 'node:fs';
			const attempts = [
				() => writeFileSync(new URL('./written', import.meta.url), ''),
				() => spawnSync(process.execPath, ['-e', 'require("fs").writeFileSync("started", "")']),
			];
			for (const attempt of attempts) try { attempt() } catch {}
			${oauth('first').replace("'first'", "'v-' + (process.env.AUTH_CATALOGUE_TEST ?? 'none') + Object.keys(process.env).length")}`,
		);
		const { facts } = await host.read();
		expect(facts[0]?.id).toBe('v-none0');
		expect(readdirSync(join(host.core, 'providers'))).not.toContain('written');
		expect(readdirSync(host.core)).not.toContain('started');
	});
});

/* What `--permission` leaves open, closed by hand: each was found by running it. */

/** A module that tries, and whose id tells which attempts came to something: `v-` and their letters. */
const trying = (attempts: Record<string, string>) => `
	import { createRequire } from 'node:module';
	const require = createRequire(import.meta.url);
	let done = '';
	${Object.entries(attempts)
		.map(([letter, attempt]) => `try { await (async () => { ${attempt} })(); done += '${letter}' } catch {}`)
		.join('\n\t')}
	${oauth('x').replace("'x'", "'v-' + done")}`;

/** Runs a program that gets the module that reads the catalogue, and the project, as arguments. A debugger would have a port. */
function withCatalogue(program: string, root: string) {
	const reader = join(repository, 'src/generators/providers/read-catalogue.ts');
	const flags = [...typescript, '--inspect-port=0', '--input-type=module'];
	return exec(process.execPath, [...flags, '-e', program, reader, root]);
}

async function idsOf(host: ReturnType<typeof makeHost>): Promise<string[]> {
	const { facts, from } = await host.read();
	expect(from).toBe('host');
	return facts.map(({ id }) => id).filter((id) => id.startsWith('v-'));
}

describe.concurrent('a core that wants out of its process', () => {
	test('starts no debugger in ours, and signals nobody', async () => {
		const host = makeHost();
		host.write(
			'0-first',
			trying({
				a: "process.kill(process.ppid, 'SIGUSR1')",
				b: 'process._kill(process.ppid, 10)',
				c: 'process._debugProcess(process.ppid)',
				d: "const { kill } = await import('node:process'); kill(process.ppid, 'SIGUSR1')",
				e: "process.getBuiltinModule('process').kill(process.ppid, 'SIGUSR1')",
			}),
		);
		const program = `
			const { readCatalogue } = await import(process.argv[1]);
			const { facts } = await readCatalogue({ root: process.argv[2] });
			console.log(facts.find(({ module }) => module === '0-first').id);`;
		const { stdout, stderr } = await withCatalogue(program, host.root);
		expect(stderr).not.toContain('Debugger');
		expect(stdout).toBe('v-\n');
	});

	test('our process takes a debugger from nobody while it runs', async () => {
		const host = makeHost();
		const program = `
			const { readCatalogue } = await import(process.argv[1]);
			const reading = readCatalogue({ root: process.argv[2] });
			process.kill(process.pid, 'SIGUSR1');
			await reading;
			process.kill(process.pid, 'SIGUSR1');
			await new Promise((resolve) => setTimeout(resolve, 300));
			console.log('alive');`;
		const { stdout, stderr } = await withCatalogue(program, host.root);
		expect(stderr).not.toContain('Debugger');
		expect(stdout).toBe('alive\n');
	});

	test('reads the core and what it depends on, and nothing else', async () => {
		const host = makeHost();
		writeFileSync(join(host.root, '.env'), 'AUTH_SECRET=1');
		writeFileSync(join(host.root, 'secret.json'), '{}');
		const dependency = join(host.root, 'node_modules/jose');
		mkdirSync(dependency);
		writeFileSync(join(dependency, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
		writeFileSync(join(dependency, 'index.js'), 'export const one = 1');
		const [env, json] = [join(host.root, '.env'), join(host.root, 'secret.json')];
		host.write(
			'0-first',
			trying({
				a: `require('fs').readFileSync(${JSON.stringify(env)})`,
				b: `await require('fs/promises').readFile(${JSON.stringify(env)})`,
				c: `require(${JSON.stringify(json)})`,
				d: `await import(${JSON.stringify(json)}, { with: { type: 'json' } })`,
				e: `require('fs').readFileSync('/proc/self/environ')`,
				f: `require('fs').readdirSync(${JSON.stringify(host.root)})`,
				g: `process.loadEnvFile(${JSON.stringify(env)})`,
				// These two it may.
				y: "await import('jose')",
				z: "require('fs').readFileSync(new URL('../package.json', import.meta.url))",
			}),
		);
		expect(await idsOf(host)).toEqual([`v-${loads}z`]);
	});

	test('writes no database', async () => {
		const host = makeHost();
		const file = JSON.stringify(join(host.root, 'written.db'));
		host.write(
			'0-first',
			trying({
				a: `const { DatabaseSync } = await import('node:sqlite'); new DatabaseSync(${file}).exec('create table t (c)')`,
				b: `const { DatabaseSync } = process.getBuiltinModule('node:sqlite'); new DatabaseSync(${file}).exec('create table t (c)')`,
			}),
		);
		expect(await idsOf(host)).toEqual(['v-']);
		expect(existsSync(join(host.root, 'written.db'))).toBe(false);
	});

	test('has no network', async () => {
		const seen: string[] = [];
		const server = createServer((socket) => {
			seen.push('tcp');
			socket.destroy();
		});
		const datagrams = createSocket('udp4').on('message', () => seen.push('udp'));
		server.listen(0, '127.0.0.1');
		datagrams.bind(0, '127.0.0.1');
		await Promise.all([once(server, 'listening'), once(datagrams, 'listening')]);
		const { port } = server.address() as AddressInfo;
		const udp = datagrams.address().port;
		const connected =
			"await new Promise((resolve, reject) => socket.on('error', reject).on('connect', resolve))";
		const host = makeHost();
		host.write(
			'0-first',
			trying({
				a: `const { connect } = await import('node:net'); const socket = connect(${port}, '127.0.0.1'); ${connected}`,
				b: `const { Socket } = process.getBuiltinModule('net'); const socket = new Socket().connect(${port}, '127.0.0.1'); ${connected}`,
				c: `await fetch('http://127.0.0.1:${port}')`,
				d: `await new Promise((resolve, reject) => require('http').get('http://127.0.0.1:${port}', resolve).on('error', reject))`,
				e: `const socket = require('http').globalAgent.createConnection({ port: ${port}, host: '127.0.0.1' }); ${connected}`,
				f: `const socket = new process.stdout.constructor().connect(${port}, '127.0.0.1'); ${connected}`,
				g: `await new Promise((resolve, reject) => require('dgram').createSocket('udp4').on('error', reject).send('x', ${udp}, '127.0.0.1', resolve))`,
				h: `await require('dns/promises').resolve4('localhost')`,
				i: `await new Promise((resolve, reject) => require('dns').lookup('localhost', (error) => error ? reject(error) : resolve()))`,
				j: `await new Promise((resolve, reject) => require('net').createServer().on('error', reject).listen(0, resolve))`,
				k: `require('http2').connect('http://127.0.0.1:${port}')`,
				l: `new WebSocket('ws://127.0.0.1:${port}')`,
				m: `const socket = new (require('http').WebSocket)('ws://127.0.0.1:${port}'); await new Promise((resolve, reject) => { socket.onerror = reject; socket.onopen = resolve })`,
				n: `const Pipe = process.stdout._handle.constructor; if (new Pipe(1).bind(${JSON.stringify(join(host.root, 'socket'))}) !== 0) throw 1`,
				o: `require('net')._createServerHandle('127.0.0.1', 0, 4).getsockname({})`,
				p: `await import('node:net').then(({ default: net }) => { const s = Object.getPrototypeOf(Object.getPrototypeOf(process.stdout)); if (!s.connect) throw 1; const socket = Object.create(s); socket.connect(${port}) })`,
			}),
		);
		try {
			expect(await idsOf(host)).toEqual(['v-']);
			expect(seen).toEqual([]);
		} finally {
			server.close();
			datagrams.close();
		}
	});

	test('gets no second set of modules in a thread of its own', async () => {
		const host = makeHost();
		const hooks = 'data:text/javascript,process.kill(process.ppid, 0); export const resolve = () => {}';
		host.write(
			'0-first',
			trying({
				a: `require('module').register(${JSON.stringify(hooks)}); await import('./zoom.js')`,
				b: "new (require('worker_threads').Worker)('1', { eval: true })",
				c: "require('cluster').fork()",
				d: "process.binding('tcp_wrap')",
				e: "process.execve('/bin/true')",
				f: "require('v8').setFlagsFromString('--allow-natives-syntax')",
				g: "require('trace_events').createTracing({ categories: ['node'] }).enable()",
			}),
		);
		expect(await idsOf(host)).toEqual(['v-']);
	});

	test('a link in it that leads elsewhere, which a repository may bring: not even asked', async () => {
		const host = makeHost();
		writeFileSync(join(host.root, '.env'), 'AUTH_SECRET=1');
		symlinkSync(join(host.root, '.env'), join(host.core, 'lib/env.json'));
		expect(await host.read()).toEqual({
			...own,
			core: '0.99.0',
			warnings: [expect.stringContaining('cannot be asked (a link in it leads elsewhere)')],
		});
	});

	test.runIf(process.platform !== 'win32')('dependencies that are none open nothing', async () => {
		const host = makeHost();
		// Named as a dependency, a link leads to a folder that is no package's; and a name climbs.
		const secret = join(host.root, 'secret');
		mkdirSync(secret);
		writeFileSync(join(secret, 'package.json'), '{}');
		symlinkSync(secret, join(host.root, 'node_modules/jose'), 'dir');
		const manifest = JSON.stringify({
			name: '@auth/core',
			version: '0.99.0',
			type: 'module',
			dependencies: { jose: '1', '../secret': '1', '..': '1', '*': '1' },
		});
		writeFileSync(join(host.core, 'package.json'), manifest);
		host.write(
			'0-first',
			trying({
				a: `require('fs').readFileSync(${JSON.stringify(join(secret, 'package.json'))})`,
				b: `require('fs').readFileSync(${JSON.stringify(join(host.root, 'node_modules/jose/package.json'))})`,
			}),
		);
		expect(await idsOf(host)).toEqual(['v-']);
	});

	test.runIf(process.platform !== 'win32' && loads)(
		"pnpm's store: dependencies are links beside the core",
		async () => {
			const host = makeHost();
			const store = join(host.root, 'node_modules/.pnpm');
			const real = join(store, 'jose@6.0.0/node_modules/jose');
			mkdirSync(real, { recursive: true });
			writeFileSync(join(real, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
			writeFileSync(join(real, 'index.js'), 'export const one = 1');
			const place = join(store, '@auth+core@0.99.0/node_modules');
			mkdirSync(join(place, '@auth'), { recursive: true });
			host.write('0-first', trying({ y: "await import('jose')", z: "require.resolve('jose')" }));
			renameSync(host.core, join(place, '@auth/core'));
			symlinkSync(join(place, '@auth/core'), host.core, 'dir');
			symlinkSync(real, join(place, 'jose'), 'dir');
			expect(await idsOf(host)).toEqual(['v-yz']);
		},
	);
});
