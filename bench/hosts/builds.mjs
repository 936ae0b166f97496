import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/bootstrap.mjs';
import { makeSvelteKit3Host } from '../../scripts/lib/make-host.ts';
import { execOk, npm } from '../../scripts/lib/process/exec.ts';
import { user } from '../session/stores.mjs';

const page = `<script lang="ts">
	import { page } from '$app/state';
	let { data } = $props();
</script>

<h1>Orders</h1>
<p>{(page.data as { session?: { user?: { name?: string } } }).session?.user?.name ?? 'nobody'}</p>
<ul>
	{#each data.orders as order (order.id)}
		<li>{order.id}: {order.title}</li>
	{/each}
</ul>
`;
const pageData = `const orders = Array.from({ length: 20 }, (_, id) => ({ id, title: \`Order number \${id}\` }));

export const load = () => ({ orders });
`;
/** The same data for the page as sign-in gives it, which leaves the id out, from nowhere. */
const { name, email, image } = user;
const constantSession = `const session = ${JSON.stringify({ user: { name, email, image }, expires: '2100-01-01T00:00:00.000Z' })};

export const load = () => ({ session });
`;

/** What an application adds first: who somebody is, for its own pages. */
const callbacks = `callbacks: {
		jwt: ({ token, profile }) => (profile ? { ...token, role: 'editor' } : token),
		session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub, role: token.role } }),
	},
	providers: `;

/**
 * Makes one project as the starter of SvelteKit 3 does, with a page of twenty rows, and four production builds of it.
 *
 * @param {string} folder must not exist
 * @returns {Promise<Record<'plain' | 'constant' | 'auth' | 'callbacks', string>>} arguments for Node that start them, in `folder`: without
 *   sign-in; with a constant in the place of the session; as `authgraft init` leaves it; with callbacks, too
 */
export async function makeBuilds(folder) {
	await makeSvelteKit3Host(folder);
	const write = async (path, text) => {
		await mkdir(join(folder, path, '..'), { recursive: true });
		await writeFile(join(folder, path), text);
	};
	await write('src/routes/orders/+page.svelte', page);
	await write('src/routes/orders/+page.server.ts', pageData);
	const builds = {};
	const build = async (name) => {
		await execOk(...npm('run', 'build'), { cwd: folder, timeout: 300_000 });
		builds[name] = `build-${name}`;
		await rename(join(folder, 'build'), join(folder, builds[name]));
	};
	await execOk(...npm('install', '--no-audit', '--no-fund'), { cwd: folder, timeout: 300_000 });
	await build('plain');

	const layout = join(folder, 'src/routes/+layout.server.ts');
	await writeFile(layout, constantSession);
	await build('constant');

	await rename(layout, `${layout}.off`);
	const cli = join(root, 'bin', 'authgraft.cjs');
	await execOk(process.execPath, [cli, 'init', '--yes', '--providers', 'github'], {
		cwd: folder,
		timeout: 300_000,
	});
	await build('auth');

	const module = join(folder, 'src/auth.ts');
	const text = await readFile(module, 'utf8');
	const changed = text.replace('providers: ', callbacks);
	if (changed === text) throw new Error('src/auth.ts has no place for the callbacks');
	await writeFile(module, changed);
	await build('callbacks');
	return builds;
}
