/** What a project is styled with. */
export type Dress = 'plain' | 'tailwind' | 'daisyui' | 'shadcn';

const tailwind = `@import 'tailwindcss';
@custom-variant dark (@media (prefers-color-scheme: dark));

@layer base {
	body {
		@apply bg-white text-gray-900 dark:bg-gray-950 dark:text-gray-100;
	}
}
`;

const daisyui = `@import 'tailwindcss';
@plugin 'daisyui' {
	themes: light --default, dark --prefersdark;
}
`;

/** The names of shadcn-svelte's theme, and the colours of its neutral one. */
const colours: [name: string, light: string, dark: string][] = [
	['background', 'oklch(1 0 0)', 'oklch(0.145 0 0)'],
	['foreground', 'oklch(0.145 0 0)', 'oklch(0.985 0 0)'],
	['card', 'oklch(1 0 0)', 'oklch(0.205 0 0)'],
	['card-foreground', 'oklch(0.145 0 0)', 'oklch(0.985 0 0)'],
	['primary', 'oklch(0.205 0 0)', 'oklch(0.922 0 0)'],
	['primary-foreground', 'oklch(0.985 0 0)', 'oklch(0.205 0 0)'],
	['muted', 'oklch(0.97 0 0)', 'oklch(0.269 0 0)'],
	['muted-foreground', 'oklch(0.556 0 0)', 'oklch(0.708 0 0)'],
	['accent', 'oklch(0.97 0 0)', 'oklch(0.269 0 0)'],
	['accent-foreground', 'oklch(0.205 0 0)', 'oklch(0.985 0 0)'],
	['destructive', 'oklch(0.577 0.245 27.325)', 'oklch(0.704 0.191 22.216)'],
	['border', 'oklch(0.922 0 0)', 'oklch(1 0 0 / 10%)'],
	['input', 'oklch(0.922 0 0)', 'oklch(1 0 0 / 15%)'],
	['ring', 'oklch(0.708 0 0)', 'oklch(0.556 0 0)'],
];

const variables = (value: (colour: (typeof colours)[number]) => string) =>
	colours.map((colour) => `\t${value(colour)};`).join('\n');

const shadcn = `@import 'tailwindcss';
@custom-variant dark (&:is(.dark *));

:root {
${variables(([name, light]) => `--${name}: ${light}`)}
}

.dark {
${variables(([name, , dark]) => `--${name}: ${dark}`)}
}

@theme inline {
${variables(([name]) => `--color-${name}: var(--${name})`)}
}

@layer base {
	* {
		@apply border-border;
	}

	body {
		@apply bg-background text-foreground;
	}
}
`;

const plain = `:root {
	color-scheme: light dark;
	font-family: system-ui, sans-serif;
	background: Canvas;
	color: CanvasText;
}
`;

/** The style sheet of each, light and dark. */
export const sheets: Record<Dress, string> = { plain, tailwind, daisyui, shadcn };

export const dresses = Object.keys(sheets) as Dress[];
