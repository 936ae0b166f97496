import type { Component } from 'svelte';
import { compile } from 'svelte/compiler';
import { render } from 'svelte/server';
import { templateOf } from '../../../src/generators/templates/compile.ts';
import type { Integration } from './application.ts';
import { runModule } from './page.ts';

const files = {
	sveltekit: ['integration-b/signin/page.svelte', { runes: true, pageProps: true }],
	'solid-start': ['integration-a/signin.tsx', { oldRouter: false, query: 'query', authModule: '../auth' }],
} as const;

/**
 * The sign-in page that `init` writes, as a person has changed it.
 * @param lines what is put into it; the last of them stand there already, and say where
 * @param anchors how many these are
 */
export function changedSignInPage(integration: Integration, lines: string, anchors = 1): string {
	const [name, values] = files[integration];
	const page = templateOf(name)({ ts: false, jsdoc: false, passkeys: false, ...values });
	const there = lines.trimEnd().split('\n').slice(-anchors).join('\n');
	const parts = page.split(`\n${there}\n`);
	if (parts.length !== 2) throw new Error(`${there} stands ${parts.length - 1} times in ${name}`);
	return parts.join(`\n${lines.trimEnd()}\n`);
}

type SveltePage = Component<{ data: PageData; form: null }>;

/** What of its data the page shows. */
interface PageData {
	providers: object[];
	redirectTo: string;
}

/** The markup of such a page, as the server sends it. */
export async function renderSignInPage(
	integration: Integration,
	code: string,
	data: PageData,
): Promise<string> {
	if (integration === 'solid-start') return renderSolid(code, data);
	const { js } = compile(code, { generate: 'server', filename: '+page.svelte' });
	const module = await runModule<{ default: SveltePage }>(js.code, {
		'$app/forms': { enhance: () => {} },
	});
	return render(module.default, { props: { data, form: null } }).body;
}

async function renderSolid(code: string, data: PageData): Promise<string> {
	const module = await runModule<{ default(): string }>(code, {
		jsx: { h },
		'solid-js': { For, Show },
		'solid-js/web': { getRequestEvent: () => undefined },
		'@solidjs/router': {
			createAsync: () => () => data,
			query: (ask: unknown) => ask,
			useSearchParams: () => [{}],
		},
		'../auth': { authConfig: {} },
	});
	return module.default();
}

type Child = unknown;
type Maker = (props: Record<string, unknown>) => string;

/** Elements as text. That is what Solid makes of them on the server, but for what wakes them up in the browser. */
function h(type: string | Maker, props: Record<string, unknown> | null, ...children: Child[]): string {
	if (typeof type === 'function')
		return type({ ...props, children: children.length > 1 ? children : children[0] });
	const attributes = Object.entries(props ?? {}).map(([name, value]) =>
		value === undefined || value === false ? '' : value === true ? ` ${name}` : ` ${name}="${value}"`,
	);
	return `<${type}${attributes.join('')}>${children.flat().join('')}</${type}>`;
}

const For = ({ each, fallback, children }: Record<string, unknown>): string => {
	const items = Array.isArray(each) ? each : [];
	return items.length > 0 ? items.map(children as Maker).join('') : String(fallback ?? '');
};

const Show = ({ when, children }: Record<string, unknown>): string => {
	if (!when) return '';
	return typeof children === 'function' ? String(children(() => when)) : String(children);
};
