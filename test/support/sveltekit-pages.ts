/** The secret of the page /dashboard; must never reach somebody who is not signed in. */
export const dashboardSecret = 'the-safe-is-behind-the-painting';

/**
 * A home page and a prerendered one that say who is signed in, and a page with something to hide: page, data request,
 * action, endpoint. The link of the prerendered page has to lead below the base of the host, whatever that is.
 * @param options.js without types. options.stores as Svelte 4 has it, which knows no `$app/state` and no runes.
 */
export function svelteKitPages({ js = false, stores = false }): Record<string, string> {
	const extension = js ? 'js' : 'ts';
	const script = js ? '<script>' : '<script lang="ts">';
	const session = stores ? '$page.data.session' : 'page.data.session';
	return {
		'src/routes/+page.svelte': `${script}
	import { page } from '${stores ? '$app/stores' : '$app/state'}';
</script>

<h1>Home</h1>
<p data-testid="who">{${session}?.user?.name ?? 'nobody'}</p>
<a href="/about">About</a>
`,
		[`src/routes/about/+page.server.${extension}`]: `export const prerender = true;
export const load = () => ({ year: 2026 });
`,
		'src/routes/about/+page.svelte': `${script}
	import { page } from '${stores ? '$app/stores' : '$app/state'}';
</script>

<h1>About</h1>
<p data-testid="who">{${session}?.user?.name ?? 'nobody'}</p>
<a href="./">Home</a>
`,
		[`src/routes/dashboard/+page.server.${extension}`]: `export const load = () => ({ secret: '${dashboardSecret}' });
export const actions = { default: () => ({ done: '${dashboardSecret}' }) };
`,
		'src/routes/dashboard/+page.svelte': `${script}
	${stores ? 'export let data' : 'let { data } = $props()'};
</script>

<h1>Dashboard</h1>
<p data-testid="secret">{data.secret}</p>
`,
		[`src/routes/dashboard/api/+server.${extension}`]: `export const GET = () => new Response('${dashboardSecret}');
`,
	};
}
