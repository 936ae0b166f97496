import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** A checkout: its name is that of its folder. */
export interface Project {
	name: string;
	folder: string;
}

export interface CorpusCommand {
	projects: Project[];
	/** Install in another copy, and count type errors. */
	types: boolean;
	/** Files for the table, and for the same as data. */
	out: string | undefined;
	json: string | undefined;
}

export const usage = `npm run corpus -- <folder of checkouts>

Runs every command on a copy of each project in the folder, and prints a table (CONTRIBUTING.md says what its columns
mean). The checkouts themselves stay as they are, and no code of theirs runs, unless --types is given.

  --only <name>   this project alone (repeatable)
  --types         count type errors before and after init: installs the packages in a second copy and runs svelte-check or
                  tsc, AND WITH THEM THE PROJECT'S OWN CONFIGURATION (vite.config.ts, svelte.config.js, .npmrc). For
                  projects of strangers, do that in a container
  --out <file>    writes the table there, too
  --json <file>   writes all of it there, each command with its exit code

Exit codes: 0 all as it must be; 1 a crash, a file that undo does not give back, a second run of init that changes
something, a change outside the plan, or more type errors after than before; 2 wrong usage.`;

/** @returns what is wrong, as a text, when it cannot be understood; `help` when help is asked for */
export function readOptions(argv: string[]): CorpusCommand | string {
	const text = { type: 'string' } as const;
	const toggle = { type: 'boolean' } as const;
	try {
		const { values, positionals } = parseArgs({
			args: argv,
			allowPositionals: true,
			options: {
				...{ only: { ...text, multiple: true }, types: toggle, out: text, json: text },
				help: { ...toggle, short: 'h' },
			},
		});
		if (values.help) return 'help';
		const [folder, ...more] = positionals;
		if (folder === undefined) return 'name the folder that holds the checkouts';
		if (more.length > 0) return `one folder, and not ${more.join(' ')}, too`;
		const projects = projectsIn(resolve(folder));
		if (typeof projects === 'string') return projects;
		const unknown = values.only?.find((name) => projects.every((project) => project.name !== name));
		if (unknown !== undefined) return `--only ${unknown}: no folder in ${folder} is called that`;
		return {
			projects: projects.filter(({ name }) => values.only?.includes(name) ?? true),
			types: values.types ?? false,
			out: values.out,
			json: values.json,
		};
	} catch (error) {
		return (error as Error).message;
	}
}

/** Each folder is a project. Links are none: they lead to somewhere else. */
function projectsIn(folder: string): Project[] | string {
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return `${folder} is no folder`;
	const found = readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
		.map(({ name }) => ({ name, folder: join(folder, name) }))
		.sort((one, other) => (one.name < other.name ? -1 : 1));
	return found.length > 0 ? found : `${folder} holds no folders`;
}
