/** How pages are styled: by a style sheet of theirs, or by the classes of what the host has. */
export type Look = 'plain' | 'tailwind' | 'daisyui' | 'shadcn';

/** What the pages for accounts are made of. */
export const parts = [
	...(['card', 'page', 'title', 'head', 'text', 'hint', 'problem', 'done', 'part', 'form', 'field'] as const),
	...(['input', 'main', 'side', 'small', 'show', 'danger', 'link', 'foot'] as const),
	...(['list', 'row', 'summary', 'mark'] as const),
];

export type Part = (typeof parts)[number];

type Classes = Record<Part, string>;

/** The attribute `class` of each part, as pages have it: a name of the style sheet, or the constant's. */
export function classAttributes(look: Look): Classes {
	const attribute = (part: Part) => (look === 'plain' ? `class="auth-${part}"` : `class={styles.${part}}`);
	return Object.fromEntries(parts.map((part) => [part, attribute(part)])) as Classes;
}

/** The classes of a host's own, for each part. */
export function classesOf(look: Exclude<Look, 'plain'>, dark: boolean): Classes {
	return { tailwind, daisyui, shadcn }[look](dark);
}

const card = (inner: string) => `mx-auto my-12 grid w-full gap-4 p-6 ${inner}`;
const shared = {
	form: 'grid gap-3',
	field: 'grid gap-1 text-sm font-medium',
	foot: 'flex flex-wrap items-baseline gap-1.5 text-sm',
	list: 'grid gap-3',
	row: 'flex items-center justify-between gap-3',
	// On white, whatever is behind: their owners want them in no other colours.
	mark: 'h-6 w-6 shrink-0 rounded bg-white p-0.5 text-center text-sm leading-5 text-black',
};

/** Names that both majors of Tailwind know. Light alone where the host is: a dark card on a white page helps nobody. */
function tailwind(dark: boolean): Classes {
	const both = (light: string, onDark: string) => (dark ? `${light} ${onDark}` : light);
	const box = both(
		'rounded-xl border border-gray-200 bg-white text-gray-900',
		'dark:border-gray-800 dark:bg-gray-950 dark:text-gray-100',
	);
	const quiet = both('text-gray-600', 'dark:text-gray-400');
	const ring = both('focus-visible:outline-gray-900', 'dark:focus-visible:outline-gray-100');
	const focus = `focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 ${ring}`;
	const edge = both('border-gray-500', 'dark:border-gray-500');
	const field = both('bg-white', 'dark:bg-gray-950');
	const button = `flex cursor-pointer items-center justify-center gap-2 rounded-md border ${focus}`;
	const side = `${button} ${edge} px-3 py-2`;
	const red = both('text-red-700', 'dark:text-red-300');
	return {
		...shared,
		card: card(`max-w-sm ${box}`),
		page: card(`max-w-xl ${box}`),
		title: 'text-2xl font-semibold',
		head: 'text-lg font-semibold',
		text: quiet,
		hint: `text-sm ${quiet}`,
		problem: both(
			'rounded-md border border-red-700 bg-red-50 p-3 text-red-800',
			'dark:border-red-300 dark:bg-red-950 dark:text-red-200',
		),
		done: both('rounded-md border border-gray-300 bg-gray-100 p-3', 'dark:border-gray-700 dark:bg-gray-900'),
		part: both('grid gap-3 border-t border-gray-200 pt-4', 'dark:border-gray-800'),
		input: `w-full rounded-md border ${edge} ${field} px-3 py-2 text-base font-normal ${focus}`,
		main: `${button} ${both('border-gray-900 bg-gray-900 text-white', 'dark:border-gray-100 dark:bg-gray-100 dark:text-gray-900')} px-3 py-2 font-medium`,
		side,
		small: `${button} ${edge} px-2.5 py-1 text-sm`,
		show: `${button} ${edge} justify-self-start px-2.5 py-1 text-sm`,
		danger: `${button} ${both('border-red-700', 'dark:border-red-300')} ${red} px-3 py-2`,
		link: `inline-block py-0.5 text-sm underline underline-offset-4 ${focus}`,
		summary: `cursor-pointer py-2 text-sm ${red}`,
	};
}

/** Its colours are the theme's, so nothing is said about dark ones. */
const daisyui = (): Classes => ({
	...shared,
	card: card('max-w-sm rounded-box border border-base-300 bg-base-100 text-base-content'),
	page: card('max-w-xl rounded-box border border-base-300 bg-base-100 text-base-content'),
	title: 'text-2xl font-semibold',
	head: 'text-lg font-semibold',
	text: 'opacity-80',
	hint: 'text-sm opacity-80',
	problem: 'alert alert-error',
	done: 'alert',
	part: 'grid gap-3 border-t border-base-300 pt-4',
	input: 'input input-bordered w-full font-normal',
	main: 'btn btn-primary w-full',
	side: 'btn btn-outline w-full',
	small: 'btn btn-outline btn-sm',
	show: 'btn btn-ghost btn-sm justify-self-start',
	// The theme's colour of errors is one to write on: as a text it is too pale on a light page.
	danger: 'btn btn-error w-full',
	link: 'link py-0.5 text-sm',
	summary: 'cursor-pointer py-2 text-sm font-medium',
});

/** The names of its theme: as its own components look, whatever their version. */
const shadcn = (): Classes => {
	const focus =
		'focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-ring';
	const button = `flex cursor-pointer items-center justify-center gap-2 rounded-md text-sm font-medium ${focus}`;
	const outline = `${button} border border-input bg-background hover:bg-accent hover:text-accent-foreground`;
	return {
		...shared,
		card: card('max-w-sm rounded-xl border bg-card text-card-foreground shadow-sm'),
		page: card('max-w-xl rounded-xl border bg-card text-card-foreground shadow-sm'),
		title: 'text-2xl font-semibold',
		head: 'text-lg font-semibold',
		text: 'text-sm text-muted-foreground',
		hint: 'text-sm text-muted-foreground',
		problem: 'rounded-md border border-destructive p-3 text-sm text-destructive',
		done: 'rounded-md border bg-muted p-3 text-sm',
		part: 'grid gap-3 border-t pt-4',
		input: `h-9 w-full rounded-md border border-input bg-background px-3 py-1 text-sm font-normal ${focus}`,
		main: `${button} h-9 bg-primary px-4 text-primary-foreground hover:bg-primary/90`,
		side: `${outline} h-9 px-4`,
		small: `${outline} h-8 px-3`,
		show: `${outline} h-8 justify-self-start px-3`,
		danger: `${button} h-9 border border-destructive px-4 text-destructive`,
		link: `inline-block py-0.5 text-sm underline underline-offset-4 ${focus}`,
		summary: 'cursor-pointer py-2 text-sm text-destructive',
	};
};
