import { maskEnv } from '../../src/plan/index.ts';
import type { PlanDocument } from './run.ts';
import type { Expected } from './shape.ts';
import { differences, type Entry, type Snapshot } from './snapshot.ts';

/*
 * What holds for every shape, whatever it is: nothing changes that the plan does not name, what it names becomes what
 * it says, line endings and byte order marks stay, and a refusal says where, why and what to do by hand.
 */

/** Where the command keeps what `undo` needs. */
const isJournal = (path: string): boolean => path === '.authgraft' || path.startsWith('.authgraft/');

const writes = ({ changes = [] }: PlanDocument) =>
	changes.filter(({ kind }) => kind === 'create' || kind === 'modify');

/** Counts the bytes that changed outside the plan, which must be none, and names what did. */
export function outsidePlan(before: Snapshot, after: Snapshot, plan: PlanDocument, applied: boolean) {
	const planned = new Set(applied ? writes(plan).map(({ path }) => path) : []);
	const isWay = (path: string) =>
		!before.has(path) && [...planned].some((file) => file.startsWith(`${path}/`));
	const found = differences(before, after).filter(
		({ path }) => !planned.has(path) && !(applied && (isJournal(path) || isWay(path))),
	);
	return {
		bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
		problems: found.map(
			({ path, bytes }) => `changes ${path}, which the plan does not name (${bytes} bytes)`,
		),
	};
}

/** Every file of the plan stands as the plan says, with its mode of before. */
export function checkTree(before: Snapshot, after: Snapshot, plan: PlanDocument, applied: boolean): string[] {
	return writes(plan).flatMap((change) => {
		if (/\\/.test(change.path)) return [`${change.path} has a backslash`];
		const [was, is] = [before.get(change.path), after.get(change.path)];
		if (textOf(was, change.path) !== change.before) return [`the plan misreads ${change.path}`];
		if (!applied) return [];
		if (!is) return [`${change.path} is missing`];
		return [
			...(textOf(is, change.path) === change.after ? [] : [`${change.path} is not what the plan says`]),
			...(was && was.kind !== is.kind ? [`${change.path} becomes a ${is.kind}, was a ${was.kind}`] : []),
			...(was ? checkHabits(change.path, was.bytes, is.bytes) : []),
		];
	});
}

/** As the plan shows it: values of env files are masked. */
function textOf(entry: Entry | undefined, path: string): string | null {
	if (!entry) return null;
	const text = entry.bytes.toString('utf8');
	return /(^|\/)\.env(\.local)?$/.test(path) ? maskEnv(text) : text;
}

function checkHabits(path: string, was: Buffer, is: Buffer): string[] {
	const [before, after] = [was.toString('utf8'), is.toString('utf8')];
	const loneLf = /(?<!\r)\n/;
	const problems: string[] = [];
	if (before.includes('\r\n') && !loneLf.test(before) && loneLf.test(after))
		problems.push(`${path} mixes line endings`);
	if (!before.includes('\r') && after.includes('\r')) problems.push(`${path} gets carriage returns`);
	if (before.startsWith('\uFEFF') !== after.startsWith('\uFEFF'))
		problems.push(`${path} loses or gets a byte order mark`);
	if (after.lastIndexOf('\uFEFF') > 0) problems.push(`${path} has a byte order mark inside`);
	return problems;
}

/** A refusal names the file, the line where there is one, the reason, and prints what to paste. */
export function checkRefusal(
	{ changes = [], error }: PlanDocument,
	output: string,
	expected: Expected,
): string[] {
	if (!error) return ['a refusal without an error in --json'];
	if (expected.code && error.code !== expected.code) return [`${error.code} instead of ${expected.code}`];
	if (error.message === '' || error.hint === '') return ['an error without message or hint'];
	if (!output.includes(error.message)) return ['the error of --json is not told'];
	const { path, line } = expected.change ?? {};
	// What stops before there is a plan (a config or package.json that cannot be read) names its place in the message.
	if (error.code !== 'AG_REFUSED')
		return path && !error.message.includes(path) ? [`${path} is not named`] : [];
	const refused = changes.filter(({ kind }) => kind === 'refuse');
	const problems = refused.flatMap((change) => {
		const place = change.line === undefined ? change.path : `${change.path}:${change.line}`;
		const told = output.split('\n').find((text) => text.startsWith(`! ${place} `));
		if (!change.reason || !told?.includes(change.reason.split('\n')[0] ?? ''))
			return [`${place} is not told with its reason`];
		if (expected.noSnippet) return [];
		const snippet = change.snippet?.trim() ?? '';
		if (snippet === '') return [`${place} is refused without a snippet`];
		const lines = snippet.split('\n').filter((text) => !output.includes(text));
		return lines.length > 0 ? [`the snippet for ${place} is not printed`] : [];
	});
	if (path === undefined) return problems;
	const own = refused.find((change) => change.path === path);
	if (!own) return [...problems, `${path} is not the one that is refused`];
	return line === undefined || own.line === line
		? problems
		: [...problems, `line ${own.line} is named instead of ${line}`];
}

/** What is said, and what must not be: a secret. */
export function checkWords(
	output: string,
	after: Snapshot,
	plan: PlanDocument,
	{ says = [], change }: Expected,
): string[] {
	const env = ['.env', '.env.local'].map((file) => after.get(file)?.bytes.toString('utf8') ?? '').join('\n');
	const secret = /^AUTH_SECRET="?([^"\r\n]{32,})/m.exec(env)?.[1];
	const kind = plan.changes?.find(({ path }) => path === change?.path)?.kind;
	return [
		...says.filter((text) => !output.includes(text)).map((text) => `does not say ${JSON.stringify(text)}`),
		...(secret && output.includes(secret) ? ['prints the secret'] : []),
		// A file that needs nothing may be missing in the plan.
		...(plan.changes && change && kind !== change.kind && (change.kind !== 'skip' || kind)
			? [`${change.path}: ${kind} instead of ${change.kind}`]
			: []),
	];
}

/** What the shape says about single files. */
export function checkFiles(after: Snapshot, { files = {} }: Expected): string[] {
	return Object.entries(files).flatMap(([path, wanted]) => {
		const text = after.get(path)?.bytes.toString('utf8');
		if (wanted === null) return text === undefined ? [] : [`${path} must not be there`];
		if (text === undefined) return [`${path} is missing`];
		return [
			...(wanted.has ?? [])
				.filter((part) => !text.includes(part))
				.map((part) => `${path} lacks ${JSON.stringify(part)}`),
			...(wanted.lacks ?? [])
				.filter((part) => text.includes(part))
				.map((part) => `${path} has ${JSON.stringify(part)}`),
		];
	});
}
