import { stripTypeScriptTypes } from 'node:module';
import { tellTale, tellTaleModule } from '../../scripts/lib/attack/tell-tale.ts';
import { besideText, control, forRole, guarded, secretOf } from './attack-secrets.ts';

/** What differs between the SvelteKit hosts under attack. */
export interface SvelteKitDress {
	js?: boolean;
	/** Svelte 4: neither `$app/state` nor runes. */
	stores?: boolean;
	/** The host's SvelteKit knows remote functions, and its config allows them. */
	remote?: boolean;
	/** More parts of the site: one for people with a role, and one behind the guards that everybody documents. */
	more?: boolean;
}

/** Everything that the rows of `test/attacks/sveltekit.json` ask for. Written before `init`. */
export function svelteKitUnderAttack(dress: SvelteKitDress): Record<string, string> {
	const parts = dress.more ? [guarded, forRole, control] : [guarded];
	const typed = {
		'src/lib/tell-tale.ts': tellTaleModule,
		[`src/routes${tellTale}/+server.ts`]: `import { takeTold } from '../../lib/tell-tale';

export const GET = () => new Response(JSON.stringify(takeTold()));
`,
		'src/hooks.ts': rerouteOf(parts),
		'src/routes/public/+page.ts': 'export const prerender = true;\n',
		'src/routes/public/+page.svelte': links(parts),
		...Object.assign({}, ...parts.map((part) => partOf(part, dress))),
		...(dress.more ? { 'src/control.ts': controlModule } : {}),
	};
	return dress.js ? withoutTypes(typed) : typed;
}

/** Markup that needs no script at all is the same in Svelte 4 and 5. */
const links = (parts: string[]) => `<h1>Public</h1>
${parts.map((part) => `<a href="/${part}">To ${part}</a> <a href="/${part}/deep">Deep into ${part}</a>\n`).join('')}`;

const rerouteOf = (parts: string[]) => `const aliases: Record<string, string> = {
${parts.map((part) => `\t'/alias-${part}': '/${part}',\n\t'/alias-static-${part}': '/${part}/report',\n`).join('')}};

export const reroute = ({ url }: { url: URL }) => aliases[url.pathname];
`;

function partOf(part: string, { stores, remote }: SvelteKitDress): Record<string, string> {
	const at = `src/routes/${part}`;
	const secret = (kind: string) => secretOf(part, kind);
	const tell = (depth: number) => `import { tell } from '${'../'.repeat(depth)}lib/tell-tale';\n\n`;
	const load = (kind: string, depth: number) =>
		`${tell(depth)}export const load = () => ({ secret: tell('${secret(kind)}') });\n`;
	const props = stores ? 'export let data' : 'let { data } = $props()';
	const shown = `<script>\n\t${props};\n</script>\n\n<p data-testid="secret">{data.secret}</p>\n`;
	return {
		[`${at}/+page.server.ts`]: `${load('page', 2)}export const actions = {
	default: () => ({ done: tell('${secret('action')}') })
};
`,
		[`${at}/+page.svelte`]: shown,
		[`${at}/deep/+page.svelte`]: `<p data-testid="secret">${secret('deep')}</p>\n`,
		[`${at}/api/+server.ts`]: `${tell(3)}const answer = () => new Response(tell('${secret('api')}'));
export const GET = answer;
export const POST = answer;
export const fallback = answer;
`,
		[`${at}/item/[id]/+page.server.ts`]: load('item', 4),
		[`${at}/item/[id]/+page.svelte`]: shown,
		[`${at}/files/[...rest]/+server.ts`]: `${tell(4)}export const GET = () => new Response(tell('${secret('rest')}'));\n`,
		[`${at}/(inner)/grouped/+page.server.ts`]: load('grouped', 4),
		[`${at}/(inner)/grouped/+page.svelte`]: shown,
		[`${at}/in/[[lang]]/+page.server.ts`]: load('optional', 4),
		[`${at}/in/[[lang]]/+page.svelte`]: shown,
		[`${at}/report/+page.server.ts`]: `export const prerender = true;
export const load = () => ({ secret: '${secret('report')}' });
`,
		[`${at}/report/+page.svelte`]: shown,
		[`static/${part}/file.txt`]: secret('file'),
		[`src/routes/${part}x/+page.svelte`]: `<p>${besideText}</p>\n`,
		...layered(part, tell),
		...(remote
			? { [`${at}/data.remote.ts`]: remoteModule(part), [`${at}/remote/+page.svelte`]: callsRemote }
			: {}),
	};
}

/** Pages with nothing but a layout's guard. In the control they lie where no other guard reaches. */
function layered(part: string, tell: (depth: number) => string): Record<string, string> {
	const at = part === control ? 'src/routes/layered' : `src/routes/${part}/layered`;
	const depth = part === control ? 3 : 4;
	return {
		[`${at}/+layout.server.ts`]: `import { redirect } from '@sveltejs/kit';

export const load = async ({ locals }: { locals: App.Locals & { auth?: () => Promise<unknown> } }) => {
	if (!(await locals.auth?.())) redirect(303, '/signin');
};
`,
		[`${at}/inner/+page.server.ts`]: `${tell(depth)}export const load = () => ({ secret: tell('${secretOf(part, 'layered')}') });
export const actions = {
	default: () => ({ done: tell('${secretOf(part, 'layered-action')}') })
};
`,
		[`${at}/inner/+page.svelte`]: '<h1>Inner</h1>\n',
		[`${at}/inner/+server.ts`]: `${tell(depth)}export const PUT = () => new Response(tell('${secretOf(part, 'layered-endpoint')}'));\n`,
	};
}

const remoteModule = (part: string) => `import { command, form, prerender, query } from '$app/server';
import { tell } from '../../lib/tell-tale';

export const getSecret = query(async () => tell('${secretOf(part, 'query')}'));

export const getBatch = query.batch('unchecked', async (names: string[]) => {
	const secret = tell('${secretOf(part, 'batch')}');
	return () => names.length + secret;
});

export const getLive = query.live(async function* () {
	yield tell('${secretOf(part, 'live')}');
});

export const doCommand = command(async () => tell('${secretOf(part, 'command')}'));

export const doForm = form(async () => ({ done: tell('${secretOf(part, 'form')}') }));

export const getPrerendered = prerender(async () => '${secretOf(part, 'prerendered')}');
`;

const callsRemote = `<script>
	import { doCommand, doForm, getBatch, getLive, getPrerendered, getSecret } from '../data.remote';

	const ask = () => [getSecret(), getBatch('one'), getLive(), getPrerendered(), doCommand()];
</script>

<button onclick={ask}>Ask</button>
<form {...doForm}><button>Send</button></form>
`;

/**
 * The guards that everybody documents, for the part of the site that is the control, as a hook in front of all others.
 * Which one is asked for by a header: one build has them all, and prerendering meets none.
 */
const controlModule = `import { redirect } from '@sveltejs/kit';
import { sequence } from '@sveltejs/kit/hooks';

const decode = (path: string) => {
	try {
		return decodeURIComponent(path);
	} catch {
		return '/${control}';
	}
};

export const control = sequence(async ({ event, resolve }) => {
	const guard = event.request.headers.get('x-control');
	const path = event.url.pathname;
	const inside: Record<string, boolean> = {
		url: path.startsWith('/${control}'),
		decoded: decode(path).startsWith('/${control}'),
		route: event.route.id?.startsWith('/${control}') ?? false,
		thrown: path.startsWith('/${control}')
	};
	if (!guard || !inside[guard]) return resolve(event);
	if (guard === 'thrown') redirect(302, '/signin');
	return new Response(null, { status: 302, headers: { location: '/signin' } });
});
`;

/** Puts the control in front of the hooks of a grafted host, where the owner's own guard may stand. */
export function withControl(hooks: string): string {
	const grafted = hooks.replace('export const handle = ', 'const grafted = ');
	if (grafted === hooks) throw new Error(`No exported handle to put the control in front of:\n${hooks}`);
	return `import { control } from './control';\n${grafted}
export const handle = sequence(control, grafted);
`;
}

/** Lets a SvelteKit host have remote functions. @param config text of `vite.config.ts` */
export function withRemoteFunctions(config: string): string {
	const after = config.replace(
		'adapter: adapter()',
		'experimental: { remoteFunctions: true },\n\t\t\tadapter: adapter()',
	);
	if (after === config) throw new Error(`No adapter in the config:\n${config}`);
	return after;
}

function withoutTypes(files: Record<string, string>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(files).map(([path, text]) =>
			path.endsWith('.ts')
				? [path.replace(/ts$/, 'js'), `// @ts-nocheck\n${stripTypeScriptTypes(text)}`]
				: [path, text],
		),
	);
}
