import type { Kept, Segment } from '../model.ts';
import type { Builder, Ground } from './grow.ts';

const idOf = (segments: readonly Segment[]): string => `/${segments.map(({ folder }) => folder).join('/')}`;

/**
 * Writes a tree as SolidStart wants it: pages whose data comes from server functions, layouts, API routes. A page that
 * has something below it lies in an index file, since it would be a layout otherwise.
 */
export function solidStartBuilder(ground: Ground): Builder {
	const { random, vault, files } = ground;
	files['src/tell-tale.ts'] = ground.tellTaleModule;
	files[`src/routes${ground.tellTale}.ts`] = `import { takeTold } from '~/tell-tale';

export const GET = () => new Response(JSON.stringify(takeTold()));
`;
	return {
		fill(segments, around, isRoot, hasMore) {
			const path = ['src/routes', ...segments.map(({ folder }) => folder)].join('/');
			const id = idOf(segments);
			const inside = [...around];
			const last = segments.at(-1);
			if (last && hasMore && random.chance(0.25)) {
				const kept = vault.keepInLayout(`${path}.tsx`);
				files[`${path}.tsx`] = layoutOf(kept);
				inside.push(kept);
			}
			// A group alone is no address, and a file of its name would be its layout.
			// API routes know no optional parameters: with one, every request of the host fails.
			const mayAnswer = segments.every(({ optional, rest }) => !optional || rest);
			// An API route goes before every page: at the root it would take the page on which people sign in.
			const isFirst = segments.filter((one) => !one.group).length === 1;
			const takesAll = last?.values !== undefined && (isFirst || (last.rest && random.chance(0.7)));
			const wantsPage = isRoot || !mayAnswer || takesAll || random.chance(0.6);
			if ((!wantsPage && random.chance(0.3)) || !ground.claim(segments)) return inside;
			const place = ground.place(id, segments);
			const isIndex = isRoot || hasMore || last?.group;
			const file = `${path}${isIndex ? '/index' : ''}`;
			if (wantsPage) {
				const page = vault.keep({ kind: 'page', id });
				place.aims.push({ kind: 'page', id, secret: page.secret });
				for (const kept of inside) kept.entries.push({ kind: 'page', id });
				const methods =
					mayAnswer && random.chance(0.15) ? endpointOf(ground, id, place, ['POST', 'PUT']) : '';
				files[`${file}.tsx`] = pageOf(page, random.chance(0.6) ? dataOf(ground) : undefined, methods);
			} else {
				files[`${file}.ts`] = endpointOf(ground, id, place, ['GET', 'POST', 'DELETE']);
			}
			return inside;
		},
	};
}

function layoutOf({ secret }: Kept): string {
	return `import type { RouteSectionProps } from '@solidjs/router';

export default function Layout(props: RouteSectionProps) {
	return <section><p>${secret}</p>{props.children}</section>;
}
`;
}

interface Data {
	module: string;
	read: string;
	change: string;
}

function pageOf({ secret }: Kept, data: Data | undefined, methods: string): string {
	const tell = methods === '' ? '' : `import { tell } from '~/tell-tale';\n`;
	if (!data) return `${tell}${methods}\nexport default function Page() {\n\treturn <p>${secret}</p>;\n}\n`;
	const { module, read, change } = data;
	return `import { createAsync } from '@solidjs/router';
import { ${read}, ${change} } from '~/data/${module}';
${tell}${methods}
export const route = { preload: () => ${read}() };

export default function Page() {
	const data = createAsync(() => ${read}(), { deferStream: true });
	return (
		<form action={${change}} method="post">
			<p>${secret}</p>
			<p>{data()}</p>
			<button>Change</button>
		</form>
	);
}
`;
}

function endpointOf(
	{ random, vault }: Ground,
	id: string,
	place: ReturnType<Ground['place']>,
	all: readonly string[],
): string {
	const names = random.some(all, 1 + random.upTo(1));
	const methods = names.map((name) => {
		const { secret } = vault.keep({ kind: 'endpoint', id, name });
		place.aims.push({ kind: 'endpoint', id, name, secret });
		return `export const ${name} = () => new Response(tell('${secret}'));\n`;
	});
	const tell = all.includes('GET') ? `import { tell } from '~/tell-tale';\n\n` : '';
	return tell + methods.join('');
}

/** A module of server functions. Some pages share one, so that a function belongs to open and guarded pages alike. */
function dataOf(ground: Ground): Data {
	const { random, vault, files } = ground;
	if (ground.modules.length > 0 && random.chance(0.2)) return random.pick(ground.modules);
	const number = vault.kept.length;
	const data = { module: `data${number}`, read: `read${number}`, change: `change${number}` };
	const file = `src/data/${data.module}.ts`;
	const told = (name: string) => {
		const { secret } = vault.keep({ kind: 'server function', id: `${file}#${name}`, name });
		return `async () => {\n\t'use server';\n\treturn tell('${secret}');\n}`;
	};
	files[file] = `import { action, query } from '@solidjs/router';
import { tell } from '../tell-tale';

export const ${data.read} = query(${told(data.read)}, '${data.read}');

export const ${data.change} = action(${told(data.change)}, '${data.change}');
`;
	ground.modules.push(data);
	return data;
}
