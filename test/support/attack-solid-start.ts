import { tellTale, tellTaleModule } from '../../scripts/lib/attack/tell-tale.ts';
import { besideText, control, forRole, guarded, secretOf } from './attack-secrets.ts';

/** Everything that the rows of `test/attacks/solid-start.json` ask for. */
export function solidStartUnderAttack(): Record<string, string> {
	return {
		'src/tell-tale.ts': tellTaleModule,
		[`src/routes${tellTale}.ts`]: `import { takeTold } from '~/tell-tale';

export const GET = () => new Response(JSON.stringify(takeTold()));
`,
		'src/routes/leap.tsx': leapPage,
		'src/control.ts': controlModule,
		...partOf(guarded),
		...partOf(forRole),
		...partOf(control),
	};
}

/** A page for everybody, with links into both parts and an action that leads wherever its form says. */
const leapPage = `import { A, action, redirect } from '@solidjs/router';

const leap = action(async (form: FormData) => {
	'use server';
	throw redirect(form instanceof FormData ? String(form.get('to')) : '/');
}, 'leap');

export default function Leap() {
	return (
		<main>
			<h1>Leap</h1>
			${[guarded, control].map((part) => `<A href="/${part}">To ${part}</A> <A href="/${part}/markup">Deep into ${part}</A>`).join('\n\t\t\t')}
			<form action={leap} method="post">
				<input name="to" value="/${guarded}" />
				<button>Leap</button>
			</form>
		</main>
	);
}
`;

function partOf(part: string): Record<string, string> {
	const at = `src/routes/${part}`;
	const page = (name: string, call: string, defer = true) => `import { createAsync } from '@solidjs/router';
import { ${call.split('(')[0]} } from '~/data/${part}';

export const route = { preload: () => ${call} };

export default function ${name}() {
	const secret = createAsync(() => ${call}${defer ? ', { deferStream: true }' : ''});
	return <p data-testid="secret">{secret()}</p>;
}
`;
	return {
		[`src/data/${part}.ts`]: dataModule(part),
		[`${at}.tsx`]: layout,
		[`${at}/index.tsx`]: page('Index', 'getPage()'),
		[`${at}/settings.tsx`]: page('Settings', 'getSettings()', false),
		[`${at}/item/[id].tsx`]: page('Item', "getItem('7')"),
		[`${at}/markup.tsx`]: `import { change, plain } from '~/data/${part}';

export default function Markup() {
	return (
		<form action={change} method="post">
			<p data-testid="secret">${secretOf(part, 'markup')}</p>
			<button onClick={() => void plain()}>Change</button>
		</form>
	);
}
`,
		[`${at}/api.ts`]: `import { tell } from '~/tell-tale';

const answer = () => new Response(tell('${secretOf(part, 'api')}'));
export const GET = answer;
export const POST = answer;
`,
		[`public/${part}/file.txt`]: secretOf(part, 'file'),
		[`src/routes/${part}x.tsx`]: `export default function Beside() {
	return <p>${besideText}</p>;
}
`,
	};
}

/** Server functions of every form. The first has the name by which other tests know the query of the guarded page. */
function dataModule(part: string): string {
	const told = (kind: string) => `tell('${secretOf(part, kind)}')`;
	return `import { action, query } from '@solidjs/router';
import { tell } from '../tell-tale';

export const getPage = query(async () => {
	'use server';
	return ${told('page')};
}, '${part === guarded ? 'secret' : 'page'}');

export const getSettings = query(async () => {
	'use server';
	return ${told('settings')};
}, 'settings-of-${part}');

export const getItem = query(async (id: string) => {
	'use server';
	return id + ${told('item')};
}, 'item-of-${part}');

export const change = action(async () => {
	'use server';
	return ${told('action')};
}, 'change-of-${part}');

export async function plain() {
	'use server';
	return ${told('plain')};
}
`;
}

const layout = `import type { RouteSectionProps } from '@solidjs/router';

export default function Layout(props: RouteSectionProps) {
	return <section>{props.children}</section>;
}
`;

/** The guards that everybody documents, for the part of the site that is the control. A header asks for one of them. */
const controlModule = `const normal = (path: string) => {
	let decoded = path;
	try {
		decoded = decodeURI(path);
	} catch {}
	return decoded.replace(/[\\\\/]+/g, '/').toLowerCase();
};

export function control({ request }: { request: Request }): Response | undefined {
	const guard = request.headers.get('x-control');
	const { pathname } = new URL(request.url);
	const inside: Record<string, boolean> = {
		path: pathname.startsWith('/${control}'),
		normal: /^\\/${control}(\\/|$)/.test(normal(pathname)),
	};
	if (!guard || !inside[guard]) return undefined;
	return new Response(null, { status: 302, headers: { location: '/signin' } });
}
`;

/** Puts the control in front of a grafted host's middleware. */
export function withSolidControl(middleware: string): string {
	const after = middleware.replace('onRequest: [', 'onRequest: [control, ');
	if (after === middleware) throw new Error(`No list of middleware to put the control into:\n${middleware}`);
	return `import { control } from './control';\n${after}`;
}
