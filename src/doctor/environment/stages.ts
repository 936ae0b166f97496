import { posix } from 'node:path';

/* What a Dockerfile leaves in the image: the last stage, with what it was made from and what it took from others. */

/** A file of the project in a stage. */
interface Held {
	file: string;
	/** Where it lies in there. */
	at: string;
	/** Of the instruction that took it from the project, 1-based. */
	line: number;
}

interface Stage {
	name: string | undefined;
	folder: string;
	held: Held[];
}

/**
 * The files that the image of a Dockerfile has, each with the line that takes it along. Names that are put together
 * (`COPY . $APP`) are taken for what they spell.
 */
export function carried(dockerfile: string, files: readonly string[]): Held[] {
	const stages: Stage[] = [];
	for (const { word, rest, line } of instructions(dockerfile)) {
		const stage = stages.at(-1);
		if (word === 'FROM') {
			const [image = '', , name] = rest.filter((part) => !part.startsWith('--'));
			const base = stageOf(stages, image);
			stages.push({ name: name?.toLowerCase(), folder: base?.folder ?? '/', held: [...(base?.held ?? [])] });
		} else if (stage && word === 'WORKDIR') stage.folder = posix.resolve(stage.folder, rest[0] ?? '');
		else if (stage && (word === 'COPY' || word === 'ADD')) copy(stages, stage, { rest, line, files });
	}
	const found = new Map((stages.at(-1)?.held ?? []).map((held) => [held.file, held]));
	return files.flatMap((file) => found.get(file) ?? []);
}

const stageOf = (stages: readonly Stage[], name: string): Stage | undefined =>
	stages.findLast((stage, index) => stage.name === name.toLowerCase() || String(index) === name);

function copy(
	stages: readonly Stage[],
	stage: Stage,
	{ rest, line, files }: { rest: readonly string[]; line: number; files: readonly string[] },
): void {
	const from = rest.find((part) => part.startsWith('--from='))?.slice('--from='.length);
	const paths = rest.filter((part) => !part.startsWith('--'));
	const target = posix.resolve(stage.folder, paths.at(-1) ?? '');
	const isFolder = /(?:^|\/)\.?$/.test(paths.at(-1) ?? '') || paths.length > 2;
	const present: Held[] =
		from === undefined
			? files.map((file) => ({ file, at: `/${file}`, line }))
			: (stageOf(stages, from)?.held ?? []);
	for (const source of paths.slice(0, -1)) {
		// `*` takes hidden files along, too.
		const whole = posix.resolve('/', source.replace(/(?:^|\/)\*$/, '') || '.');
		for (const held of present) {
			const inside = posix.relative(whole, held.at);
			if (inside === '') {
				const at = isFolder ? posix.join(target, posix.basename(held.at)) : target;
				stage.held.push({ ...held, at });
			} else if (!inside.startsWith('..')) stage.held.push({ ...held, at: posix.join(target, inside) });
		}
	}
}

interface Instruction {
	word: string;
	rest: string[];
	line: number;
}

function instructions(text: string): Instruction[] {
	const found: Instruction[] = [];
	let open = '';
	let start = 0;
	for (const [index, row] of text.split(/\r?\n/).entries()) {
		if (/^\s*#/.test(row)) continue;
		if (open === '') start = index + 1;
		open += row.replace(/[\\`]\s*$/, ' ');
		if (/[\\`]\s*$/.test(row)) continue;
		// `COPY [".", "/app"]` is the same.
		const [word = '', ...rest] = open
			.replace(/[[\]",]/g, ' ')
			.split(/\s+/)
			.filter(Boolean);
		if (word !== '') found.push({ word: word.toUpperCase(), rest, line: start });
		open = '';
	}
	return found;
}
