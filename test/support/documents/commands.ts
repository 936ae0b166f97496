import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { root } from '../../../scripts/bootstrap.mjs';
import { createProgram } from '../../../src/cli/program.ts';
import { findProvider } from '../../../src/generators/providers/find.ts';
import { providers } from '../../../src/generators/providers/index.ts';

/** Words of a command, as a shell reads them; variables stay as they are written. */
export type Words = string[];

/** The commands of a text for a shell. What runs behind a pipe is one of its own. */
export function commandsIn(text: string): Words[] {
	const commands: Words[] = [];
	let words: Words = [];
	const end = () => {
		if (words.length > 0) commands.push(words);
		words = [];
	};
	const token = /\\\n|#.*|\n|\|\|?|&&|;|(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\.|[^\s|&;'"\\])+|\s/y;
	while (token.lastIndex < text.length) {
		const at = token.lastIndex;
		const [found] = token.exec(text) ?? [];
		if (found === undefined) throw new Error(`Cannot be read as a command: ${text.slice(at)}`);
		if (/^(?:\n|\|\|?|&&|;)$/.test(found)) end();
		else if (!/^(?:#|\s|\\\n)/.test(found)) words.push(unquoted(found));
	}
	end();
	return commands;
}

const unquoted = (word: string) =>
	word.replaceAll(/'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g, (_, single, double = '') => single ?? double);

/** Runs nothing: what was declared reads the words, and says what it does not know. */
export function complaintAboutCommandLine(words: Words): string | null {
	const program = createProgram(() => {});
	let ran: { name: string; given: unknown[] } | undefined;
	// Help that somebody asks for is not to be read here.
	const silent = { writeOut: () => {}, writeErr: () => {} };
	program.configureOutput(silent);
	for (const command of program.commands)
		command.configureOutput(silent).action((...given) => {
			ran = { name: command.name(), given };
		});
	try {
		program.parse(words, { from: 'user' });
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		return ['commander.helpDisplayed', 'commander.version'].includes(error.code) ? null : error.message;
	}
	if (!ran) return 'names no command';
	const [first] = ran.given;
	const ids = ran.name === 'add-provider' && Array.isArray(first) ? first : [];
	const flag = words[words.indexOf('--providers') + 1] ?? '';
	const wanted = [...ids, ...(ran.name === 'init' && words.includes('--providers') ? flag.split(',') : [])];
	const unknown = wanted.filter((id) => !findProvider(id, providers));
	return unknown.length > 0 ? `there is no provider ${unknown.join(', ')}` : null;
}

const scriptsOf = (path: string): string[] =>
	Object.keys(JSON.parse(readFileSync(join(root, path), 'utf8')).scripts ?? {});

/** Those of this repository, of projects as their starters make them, and what `add-adapter` writes. */
const scripts = new Set([
	...scriptsOf('package.json'),
	...globSync('test/fixtures/hosts/*/package.json', { cwd: root }).flatMap(scriptsOf),
	...['db:push', 'auth:tables'],
]);

const source = globSync('{src,runtime/src}/**/*.ts', { cwd: root })
	.filter((path) => !path.endsWith('.test.ts'))
	.map((path) => readFileSync(join(root, path), 'utf8'))
	.join('\n');

/** What adapter-node of SvelteKit reads, of which the documents tell. */
const adapterNode = ['ADDRESS_HEADER', 'XFF_DEPTH'];

/** Whether something reads or writes a variable of this name. */
export const isKnownVariable = (name: string): boolean =>
	adapterNode.includes(name) ||
	new RegExp(`\\b${name}\\b`).test(source) ||
	/^AUTH_[A-Z0-9]+(?:_[A-Z0-9]+)*_(?:ID|SECRET|ISSUER|KEY|SERVER|FROM)$/.test(name);

/** What is made of words only, and is there for another command to read. */
const plumbing = ['echo', 'printf'];

/** What is wrong with a command, or null. */
export function complaintAbout(command: Words): string | null {
	const at = command.findIndex((word) => !/^[A-Z][A-Z0-9_]*=/.test(word));
	const variables = command.slice(0, at === -1 ? undefined : at).map((word) => word.replace(/=.*/s, ''));
	const unknown = variables.filter((name) => !isKnownVariable(name));
	if (unknown.length > 0) return `nothing reads ${unknown.join(', ')}`;
	const [program, ...rest] = at === -1 ? [] : command.slice(at);
	if (program === undefined || plumbing.includes(program)) return null;
	if (program === 'authgraft') return complaintAboutCommandLine(rest);
	if (program === 'npx' && rest[0] === 'authgraft') return complaintAboutCommandLine(rest.slice(1));
	if (program === 'node') return complaintAboutNode(rest);
	if (program === 'npm') return complaintAboutNpm(rest);
	return `nobody checks ${program}`;
}

function complaintAboutNode(words: Words): string | null {
	const [file = '', ...rest] = words.filter((word) => word !== '--env-file=.env');
	if (file.endsWith('/bin/authgraft.cjs')) return complaintAboutCommandLine(rest);
	// What the builds of hosts are started with.
	if (['build', '.output/server/index.mjs'].includes(file)) return null;
	return existsSync(join(root, file)) ? null : `there is no ${file}`;
}

function complaintAboutNpm([verb = '', name = '']: Words): string | null {
	const script = verb === 'run' ? name : verb;
	return scripts.has(script) ? null : `there is no script ${script}`;
}

/** In a sentence a command may lack what it needs, and say `<path>` or `...` for something of the reader's. */
export function complaintAboutMention(text: string): string | null {
	const [typed = ''] = text.split(', ');
	const [command = []] = commandsIn(typed.replaceAll(/[<>[\]…]/g, '_'));
	const complaint = complaintAbout(command);
	const isMuch = /<|\[|…|\.\.\./.test(text);
	if (complaint && /missing required argument|argument missing/.test(complaint)) return null;
	if (complaint && isMuch && /is invalid|no provider|too many arguments/.test(complaint)) return null;
	return complaint;
}

/** Commands that are named in sentences, in backticks. */
export const mentionsIn = (text: string): string[] =>
	[
		...text
			.replaceAll(/^[ \t]*(`{3,})[\s\S]*?^[ \t]*\1/gm, '')
			.matchAll(/`((?:(?:npx )?authgraft [a-z-]|npm run [a-z])[^`\n]*)`/g),
	].map(([, mention = '']) => mention);
