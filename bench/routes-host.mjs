import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const routes = 500;
const remoteModules = 50;

const page = (index) => `<script lang="ts">
	import { list${index} } from '$lib/part${index}.remote';
	let { data } = $props();
</script>

<h1>{data.name}</h1>
{#await list${index}() then items}{items.length}{/await}
`;
const server = (index) => `import { error, fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, params }) => {
	const session = await locals.auth();
	if (!params) error(404, 'Not found');
	return { name: 'Page ${index}', person: session?.user?.name };
};

export const actions: Actions = {
	save: async ({ request }) => {
		const form = await request.formData();
		if (!form.get('name')) return fail(400, { missing: true });
		return { saved: true };
	}
};
`;
const endpoint = `export const GET = () => new Response('ok');

export async function POST({ request }) {
	return Response.json(await request.json());
}
`;
const remote = (index) => `import { requireUser } from '@authgraft/runtime/sveltekit';
import { command, getRequestEvent, query } from '$app/server';

export const list${index} = query(async () => {
	await requireUser(getRequestEvent());
	return [${index}];
});

export const add${index} = command('unchecked', async (item) => item);
`;

/**
 * Makes a project of 500 routes from a host in which sign-in is set up: pages with data and actions, endpoints, layouts,
 * 100 remote functions. `folder` must not exist.
 * @returns {Promise<number>} how many routes were added
 */
export async function makeRoutesHost(host, folder) {
	await cp(host, folder, { recursive: true });
	const write = async (path, text) => {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	};
	for (let index = 0; index < remoteModules; index++)
		await write(`src/lib/part${index}.remote.ts`, remote(index));
	for (let index = 0; index < routes; index++) {
		const route = `src/routes/${index % 3 ? '(app)/' : ''}area${index % 20}/page${index}`;
		await write(`${route}/+page.svelte`, page(index % remoteModules));
		await write(`${route}/+page.server.ts`, server(index));
		if (index % 10 === 0) await write(`${route}/export/+server.ts`, endpoint);
	}
	for (let area = 0; area < 20; area++)
		await write(
			`src/routes/area${area}/+layout.server.ts`,
			`export const load = () => ({ area: ${area} });\n`,
		);
	return routes;
}
