import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ExecResult, exec, npm } from '../../scripts/lib/exec.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { makeSvelteKit3Host, setOrigin } from '../../scripts/lib/make-host.ts';
import { type RunningServer, startServer } from '../../scripts/lib/server.ts';
import { note } from './note.ts';

const cli = join(import.meta.dirname, '../../bin/authgraft.js');

/** A real project in a temporary folder, as it was before authgraft came. */
export interface HostUnderTest {
	folder: string;
	/** Where its production build will answer, once `build` has built it in. */
	origin: string;
	/** Runs authgraft in it. */
	graft(...args: string[]): Promise<ExecResult>;
	/** Runs one of its npm scripts. */
	script(name: string): Promise<ExecResult>;
	read(path: string): Promise<string>;
	/** Makes the production build that `startBuild` starts. */
	build(): Promise<ExecResult>;
	/** Starts the production build, with `.env` and `env` on top of it. */
	startBuild(env?: Record<string, string>): Promise<RunningServer>;
	remove(): Promise<void>;
}

/** The secret of the page /dashboard; must never reach somebody who is not signed in. */
export const dashboardSecret = 'the-safe-is-behind-the-painting';

/** A home page that says who is signed in, and a page with something to hide: page, data request, action, endpoint. */
const pages: Record<string, string> = {
	'src/routes/+page.svelte': `<script lang="ts">
	import { page } from '$app/state';
</script>

<h1>Home</h1>
<p data-testid="who">{page.data.session?.user?.name ?? 'nobody'}</p>
`,
	'src/routes/dashboard/+page.server.ts': `export const load = () => ({ secret: '${dashboardSecret}' });
export const actions = { default: () => ({ done: '${dashboardSecret}' }) };
`,
	'src/routes/dashboard/+page.svelte': `<script lang="ts">
	let { data } = $props();
</script>

<h1>Dashboard</h1>
<p data-testid="secret">{data.secret}</p>
`,
	'src/routes/dashboard/api/+server.ts': `export const GET = () => new Response('${dashboardSecret}');
`,
};

export async function makeHostUnderTest(): Promise<HostUnderTest> {
	if (!existsSync(join(cli, '../../dist'))) throw new Error('dist/ is missing: run `npm run build` first');
	const parent = await mkdtemp(join(tmpdir(), 'authgraft-e2e-'));
	const folder = join(parent, 'host');
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	note('make a SvelteKit 3 host');
	await makeSvelteKit3Host(folder);
	for (const [path, text] of Object.entries(pages)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
	let originIsSet = false;
	const script = (name: string) => {
		note(`npm run ${name}`);
		return exec(...npm('run', name), { cwd: folder, timeout: 180_000 });
	};
	return {
		folder,
		origin,
		graft(...args) {
			note(`authgraft ${args.join(' ')}`);
			return exec(process.execPath, [cli, ...args, '--cwd', folder], { timeout: 300_000 });
		},
		script,
		async build() {
			if (!originIsSet) await setOrigin(folder, origin);
			originIsSet = true;
			return script('build');
		},
		read: (path) => readFile(join(folder, path), 'utf8'),
		startBuild: (env = {}) =>
			startServer({
				cwd: folder,
				args: ['--env-file=.env', 'build'],
				origin,
				env: { HOST: '127.0.0.1', PORT: String(port), AUTH_URL: origin, ...env },
			}),
		remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }),
	};
}
