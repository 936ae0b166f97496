// node scripts/pictures/init.mjs: makes docs/init.svg, a picture of a real `authgraft init` in a terminal.
import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, root } from '../bootstrap.mjs';

const shownFolder = '~/my-app';
const command = [
	'init',
	'--yes',
	'--no-install',
	'--providers',
	'github,development',
	'--protect',
	'/dashboard',
];
/** The same as it is shown: two lines, so that the picture stays narrow enough for a README. */
const shownCommand = `npx authgraft ${command.slice(0, 3).join(' ')} \\\n    ${command.slice(3).join(' ')}`;

// All measures in px. Every run of text is stretched to whole columns, whatever font the reader has.
const column = 8.4;
const line = 20;
const padding = 20;
const titleBar = 36;

/** SGR codes that the CLI uses: those that begin a style of the picture, and those that end some. */
const begins = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' };
const weights = ['bold', 'dim'];
const ends = { 22: (style) => weights.includes(style), 39: (style) => !weights.includes(style) };

await bootstrap();
const { buildIfStale } = await import('../lib/build/index.ts');
const { execOk } = await import('../lib/process/exec.ts');
const { makeSvelteKit3Host } = await import('../lib/make-host.ts');
const { tidily } = await import('../lib/process/tidy.ts');

process.exit(
	await tidily('picture', (folder) =>
		takePicture(folder).catch((error) => {
			console.error(error.message);
			return 1;
		}),
	),
);

async function takePicture(folder) {
	await buildIfStale();
	const host = join(folder, 'my-app');
	await makeSvelteKit3Host(host);
	const output = await runInTerminal(host);
	await checkPrivate(output, host);
	const prompt = `\u001b[36m${shownFolder}\u001b[39m \u001b[32m$\u001b[39m`;
	const file = join(root, 'docs', 'init.svg');
	await writeFile(file, draw(`${prompt} ${shownCommand}\n${output}`));
	console.log(`Written: ${file}`);
	return 0;
}

/** Runs the command on a pseudo-terminal (`script` of util-linux), as colours are for terminals only. */
async function runInTerminal(host) {
	const { stdout } = await execOk(
		'script',
		['-qfec', `exec "$NODE" "$CLI" ${command.join(' ')}`, '/dev/null'],
		{
			cwd: host,
			env: {
				NODE: process.execPath,
				CLI: join(root, 'bin', 'authgraft.cjs'),
				SHELL: '/bin/sh',
				TERM: 'xterm-256color',
				NO_COLOR: '',
			},
		},
	);
	return stdout.replaceAll('\r\n', '\n').replaceAll(host, shownFolder).trimEnd();
}

/** @throws Error when the picture would show something that is nobody's business. */
async function checkPrivate(output, host) {
	const secret = /^AUTH_SECRET="?([^"\n]+)/m.exec(await readFile(join(host, '.env'), 'utf8'))?.[1];
	if (!secret) throw new Error('.env holds no AUTH_SECRET: nothing to check the picture against');
	const shown = [secret, root, homedir(), host].find((text) => output.includes(text));
	if (shown) throw new Error('The output holds the secret or a path of this machine');
}

function draw(text) {
	const lines = text.split('\n').map(runsOf);
	const columns = Math.max(...lines.map((runs) => runs.reduce((sum, run) => sum + run.text.length, 0)));
	const width = Math.ceil(columns * column) + 2 * padding;
	const height = titleBar + lines.length * line + padding;
	const caption = `authgraft ${command.join(' ')}`;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${caption}: what the terminal shows">
	<style>
		text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #d1d7e0; white-space: pre; }
		.bold { font-weight: 600; fill: #ffffff; }
		.dim { fill: #9198a1; }
		.red { fill: #ff7b72; }
		.green { fill: #56d364; }
		.yellow { fill: #e3b341; }
		.cyan { fill: #79c0ff; }
	</style>
	<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9.5" fill="#151b23" stroke="#3d444d"/>
	<circle cx="22" cy="19" r="6" fill="#ff5f57"/>
	<circle cx="42" cy="19" r="6" fill="#febc2e"/>
	<circle cx="62" cy="19" r="6" fill="#28c840"/>
${lines.flatMap(drawLine).join('\n')}
</svg>
`;
}

function drawLine(runs, index) {
	const y = titleBar + index * line + 15;
	let at = 0;
	return runs.flatMap(({ text, classes }) => {
		const start = at + text.length - text.trimStart().length;
		at += text.length;
		const shown = text.trim();
		if (shown === '') return [];
		const x = rounded(padding + start * column);
		const length = rounded(shown.length * column);
		const style = classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
		return [`\t<text x="${x}" y="${y}" textLength="${length}"${style}>${escaped(shown)}</text>`];
	});
}

/**
 * Splits a line at its ANSI sequences.
 * @returns {{ text: string, classes: string[] }[]}
 * @throws Error at a sequence that is not known here: better no picture than a wrong one.
 */
function runsOf(text) {
	const [first, ...rest] = text.split('\u001b');
	const runs = [{ text: first, classes: [] }];
	let classes = [];
	for (const part of rest) {
		const [sequence, code] = /^\[(\d+)m/.exec(part) ?? [];
		if (begins[code]) classes = [...classes, begins[code]];
		else if (ends[code]) classes = classes.filter((style) => !ends[code](style));
		else throw new Error(`Unknown ANSI sequence: ${JSON.stringify(part.slice(0, 8))}`);
		runs.push({ text: part.slice(sequence.length), classes });
	}
	return runs;
}

function rounded(value) {
	return Math.round(value * 10) / 10;
}

function escaped(text) {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
