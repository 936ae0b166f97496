import type { Kept, Segment } from '../model.ts';
import type { Builder, Ground } from './grow.ts';

const idOf = (segments: readonly Segment[]): string => `/${segments.map(({ folder }) => folder).join('/')}`;

/** Matchers, one of which changes the value that pages get. */
const params = `import { defineParams } from '@sveltejs/kit/params';

export const params = defineParams({
	int: (value) => (/^\\d+$/.test(value) ? Number(value) : undefined),
	lang: (value) => (value === 'de' || value === 'en' ? value : undefined),
	word: (value) => (/^[a-z]+$/i.test(value) ? value.toLowerCase() : undefined)
});
`;

/** Writes a tree as SvelteKit wants it. The secrets of layouts are shown by every page below them. */
export function svelteKitBuilder(ground: Ground): Builder {
	const { random, vault, files } = ground;
	files['src/params.ts'] = params;
	files['src/lib/tell-tale.ts'] = ground.tellTaleModule;
	files[`src/routes${ground.tellTale}/+server.ts`] = `import { takeTold } from '../../lib/tell-tale';

export const GET = () => new Response(JSON.stringify(takeTold()));
`;
	return {
		fill(segments, around, isRoot) {
			const folder = ['src/routes', ...segments.map(({ folder }) => folder)].join('/');
			const id = idOf(segments);
			const tell = `import { tell } from '${'../'.repeat(segments.length + 1)}lib/tell-tale';\n\n`;
			const load = ({ secret }: Kept, name: string) =>
				`export const load = () => ({ ${name}: tell('${secret}') });\n`;
			const inside = [...around];
			if (!isRoot && random.chance(0.25)) {
				const file = `${folder}/+layout.server.ts`;
				const kept = vault.keepInLayout(file);
				files[file] = `${tell}${load(kept, `layout${vault.kept.length}`)}`;
				inside.push(kept);
			}
			if (random.chance(0.12)) {
				const policy = random.pick(['always', 'never', 'ignore']);
				files[`${folder}/+layout.ts`] = `export const trailingSlash = '${policy}';\n`;
			}
			const wantsPage = isRoot || random.chance(0.65);
			const wantsEndpoint = random.chance(0.35);
			if (!(wantsPage || wantsEndpoint) || !ground.claim(segments)) return inside;
			const place = ground.place(id, segments);
			if (wantsPage) {
				// `@` breaks out of all layouts but the root's.
				const breaksOut = !isRoot && random.chance(0.1);
				const page = vault.keep({ kind: 'page', id });
				place.aims.push({ kind: 'page', id, secret: page.secret });
				const remote = random.chance(0.2) ? remoteModule(ground, folder, segments.length) : undefined;
				files[`${folder}/+page${breaksOut ? '@' : ''}.svelte`] = pageOf(page, remote);
				const shown = breaksOut ? [] : inside;
				// Files that the build makes: nothing guards them, and `routes` says so.
				// SvelteKit takes a character that is written as its code for a parameter, and does not find the page.
				const prerender =
					!wantsEndpoint &&
					random.chance(0.07) &&
					segments.every(({ values }) => !values) &&
					!id.includes('[');
				const text = random.chance(0.6) ? serverFile(ground, id, load, place, !prerender) : '';
				const option = prerender ? 'export const prerender = true;\n' : '';
				if (text + option !== '') files[`${folder}/+page.server.ts`] = tell + option + text;
				// Data of a layout is asked for at the address of each page below it.
				const data = { kind: 'data request', id } as const;
				for (const kept of shown) kept.entries.push(data);
				const own = place.aims.some(({ kind }) => kind === 'data request');
				const nearest = shown.at(-1);
				if (!own && nearest) place.aims.push({ ...data, secret: nearest.secret });
			}
			if (wantsEndpoint) files[`${folder}/+server.ts`] = tell + endpointOf(ground, id, place);
			return inside;
		},
	};
}

function pageOf({ secret }: Kept, remote: string[] | undefined): string {
	const calls = remote?.map((name) => `${name}()`).join(', ');
	return `<script>
	let { data } = $props();
${remote ? `\timport { ${remote.join(', ')} } from './data.remote';\n\tconst ask = () => [${calls}];\n` : ''}</script>

<p>${secret}</p>
<pre>{JSON.stringify(data)}</pre>
${remote ? '<button onclick={ask}>Ask</button>\n' : ''}`;
}

function serverFile(
	{ random, vault }: Ground,
	id: string,
	load: (kept: Kept, name: string) => string,
	place: ReturnType<Ground['place']>,
	mayAct: boolean,
): string {
	const data = vault.keep({ kind: 'data request', id });
	place.aims.push({ kind: 'data request', id, secret: data.secret });
	if (!mayAct || random.chance(0.5)) return load(data, 'own');
	const names = random.pick([['default'], ['save'], ['save', 'remove']]);
	const actions = names.map((name) => {
		const { secret } = vault.keep({ kind: 'action', id, name });
		place.aims.push({ kind: 'action', id, name, secret });
		return `\t${name}: () => ({ done: tell('${secret}') })`;
	});
	return `${load(data, 'own')}export const actions = {\n${actions.join(',\n')}\n};\n`;
}

function endpointOf({ random, vault }: Ground, id: string, place: ReturnType<Ground['place']>): string {
	const names = random.some(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'fallback'], 1 + random.upTo(2));
	const slash = random.chance(0.1) ? "export const trailingSlash = 'always';\n" : '';
	const methods = names.map((name) => {
		const { secret } = vault.keep({ kind: 'endpoint', id, name });
		place.aims.push({ kind: 'endpoint', id, name, secret });
		return `export const ${name} = () => new Response(tell('${secret}'));\n`;
	});
	return slash + methods.join('');
}

/** Functions that the page calls. @returns their names */
function remoteModule({ vault, files }: Ground, folder: string, depth: number): string[] {
	const file = `${folder}/data.remote.ts`;
	const number = vault.kept.length;
	const made = [
		{ name: `read${number}`, maker: 'query' },
		{ name: `change${number}`, maker: 'command' },
	];
	const functions = made.map(({ name, maker }) => {
		const { secret } = vault.keep({ kind: 'remote function', id: `${file}#${name}`, name });
		return `export const ${name} = ${maker}(async () => tell('${secret}'));\n`;
	});
	files[file] = `import { command, query } from '$app/server';
import { tell } from '${'../'.repeat(depth + 1)}lib/tell-tale';

${functions.join('\n')}`;
	return made.map(({ name }) => name);
}

/** `src/hooks.ts`, which leads addresses elsewhere. It sees them with the base. */
export function rerouteModule(aliases: Record<string, string>, base: string): string {
	const entries = Object.entries(aliases).map(
		([from, to]) => `\t${JSON.stringify(base + from)}: ${JSON.stringify(base + to)}`,
	);
	return `const aliases: Record<string, string> = {\n${entries.join(',\n')}\n};

export const reroute = ({ url }: { url: URL }) => aliases[url.pathname];
`;
}
