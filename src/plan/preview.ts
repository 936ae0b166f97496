import type { Change, Finding, HostPath, Plan } from './change.ts';
import { isWrite } from './change.ts';
import { isSecret, maskEnv } from './mask.ts';

/** One file in two states; null when there is no file. */
interface TextChange {
	path: HostPath;
	secret?: boolean;
	before: string | null;
	after: string | null;
}

/** A change as `--json` shows it. */
export interface ChangeJson {
	kind: Change['kind'];
	path: HostPath;
	summary: string;
	/** Text of the file; null when there is none or nothing is written. Values of secret files are masked. */
	before: string | null;
	after: string | null;
	notes?: string[];
	findings?: Finding[];
	reason?: string;
	line?: number;
	code?: string;
	snippet?: string;
}

/** Everything a plan would write, as one unified diff without colours. `git apply` takes it, but for the masked secrets. */
export async function renderDiff(plan: Plan): Promise<string> {
	const diffs = await Promise.all(plan.changes.filter(isWrite).map(textDiff));
	return diffs.join('');
}

/**
 * The unified diff of one file, with its own line endings. Empty when nothing differs. For secret files the
 * values are masked, and when only values differ the diff says so instead of showing lines.
 */
export async function textDiff(change: TextChange): Promise<string> {
	const { path, before, after } = change;
	if (before === after) return '';
	const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
	const show = masker(change);
	const patch = createTwoFilesPatch(
		before === null ? '/dev/null' : `a/${path}`,
		after === null ? '/dev/null' : `b/${path}`,
		show(before ?? ''),
		show(after ?? ''),
		undefined,
		undefined,
		{ context: 3, headerOptions: FILE_HEADERS_ONLY },
	);
	if (isSecret(change) && show(before ?? '') === show(after ?? '')) {
		return `${patch}# Only values differ; they are not shown.\n`;
	}
	return patch;
}

/** A plan as data that can be printed: nothing in it holds a value of a secret file. */
export const planToJson = (plan: Plan): { changes: ChangeJson[] } => ({
	changes: plan.changes.map(changeToJson),
});

function changeToJson(change: Change): ChangeJson {
	const { kind, path, summary } = change;
	const show = masker(change);
	const json: ChangeJson = { kind, path, summary, before: null, after: null };
	if (change.notes) json.notes = change.notes;
	if (change.findings) json.findings = change.findings;
	if (isWrite(change)) {
		json.before = change.before === null ? null : show(change.before);
		json.after = show(change.after);
		return json;
	}
	json.reason = change.reason;
	if (change.kind === 'refuse') {
		if (change.line !== undefined) json.line = change.line;
		if (change.code !== undefined) json.code = change.code;
		json.snippet = show(change.snippet);
	}
	return json;
}

const masker = (change: { path: HostPath; secret?: boolean }): ((text: string) => string) =>
	isSecret(change) ? maskEnv : (text) => text;
