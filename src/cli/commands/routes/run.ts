import { resolve } from 'node:path';
import type { Entry } from '../../../audit/entry.ts';
import { listed } from '../../../audit/findings/finding.ts';
import type { Audit } from '../../../audit/index.ts';
import { AuthgraftError } from '../../../errors.ts';
import { readHost } from '../../../host/index.ts';
import { tellFailure } from '../../terminal/failure.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { sayNotes } from '../../terminal/notes.ts';
import { data, paint, say } from '../../terminal/output.ts';
import type { RoutesOptions } from './options.ts';

/**
 * `authgraft routes`: what strangers can ask for, and what stands between. Reads only.
 * @returns the exit code: 1 when `--fail-on` matches something public.
 * @throws AuthgraftError AG_PATH_INVALID for a pattern of `--fail-on` that is none.
 */
export async function run(options: RoutesOptions): Promise<number> {
	const failOn = options.failOn ?? [];
	const wrong = failOn.find((pattern) => !/^(?:\/|[\w.@~#])[^?\s]*$/.test(pattern));
	if (wrong !== undefined)
		throw new AuthgraftError(
			'AG_PATH_INVALID',
			`--fail-on ${JSON.stringify(wrong)}: not a route and not a file of the project`,
			'Write --fail-on /admin for all routes below it, --fail-on "/api/*/export", or --fail-on src/lib for functions.',
			2,
		);
	const host = await readHost(resolve(options.cwd));
	const { readAudit } = await import('../../../audit/index.ts');
	const audit = readAudit(host);
	const { entries, findings, notes } = audit;
	const open = await openOnes(entries, failOn);
	const error = open.length > 0 ? publicRoutes(open, failOn) : undefined;
	const exitCode = error?.exitCode ?? 0;
	if (options.json)
		jsonDocument({ command: 'routes', host, error, exitCode }, { routes: entries, findings, notes });
	else printTable(audit);
	if (error) tellFailure(error);
	return exitCode;
}

async function openOnes(entries: readonly Entry[], patterns: readonly string[]): Promise<Entry[]> {
	const { matchesPattern } = await import('../../../audit/match.ts');
	const isOpen = ({ guard }: Entry) => guard === 'public' || guard.startsWith('cannot');
	return entries.filter(
		(entry) => isOpen(entry) && !entry.signIn && patterns.some((pattern) => matchesPattern(entry, pattern)),
	);
}

function publicRoutes(open: readonly Entry[], patterns: readonly string[]): AuthgraftError {
	const names = open.slice(0, 10).map((entry) => `${entry.kind} ${label(entry)}`);
	const more = open.length > 10 ? ` and ${open.length - 10} more` : '';
	return new AuthgraftError(
		'AG_ROUTES_PUBLIC',
		`${open.length === 1 ? 'One entry that matches' : `${open.length} entries that match`} ${patterns.join(', ')} can be had without signing in: ${names.join(', ')}${more}`,
		'Guard them: authgraft protect-route <path>, or --function <file> for functions.',
	);
}

const label = ({ path, name }: Entry): string => (name === undefined ? path : `${path} ${name}`);

/** The table is data and goes to stdout, what there is to say about it to stderr. */
function printTable({ entries, findings, notes }: Audit): void {
	const rows = entries.map((entry) => [
		entry.kind,
		label(entry),
		entry.guard + (entry.conditional ? ' (with a condition)' : ''),
		entry.guardedIn ? `${entry.guardedIn.file}:${entry.guardedIn.line}` : `${entry.file}:${entry.line}`,
	]);
	const table = [['KIND', 'ROUTE', 'GUARD', 'WHERE'], ...rows];
	const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => (row[column] as string).length)));
	for (const row of table) {
		const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
		data(cells.join('  ').trimEnd());
	}
	sayNotes(entryNotes(entries));
	sayNotes(notes);
	for (const { file, line, message, fix } of findings)
		say(`${paint('red', 'Leak:')} ${file}:${line} ${message}`, `  ${fix}`);
}

/** What is said of several in the same words is said once. */
function entryNotes(entries: readonly Entry[]): string[] {
	const noted = entries.filter(({ note }) => note);
	return [...Map.groupBy(noted, ({ note }) => note)].map(
		([note, same]) => `${listed(same.map((entry) => `${entry.kind} ${label(entry)}`))}: ${note}`,
	);
}
