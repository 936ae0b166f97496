import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LookUpCost } from './look-up.ts';

/** What was seen of one platform. */
export interface Result {
	platform: string;
	adapter: string;
	/** Of the adapter, or of what holds the preset. */
	version: string;
	runner: string;
	/** `2026-11-30` */
	date: string;
	/** Of the framework. */
	framework?: string;
	/** Names of the checks that failed. */
	failed?: string;
	lookUp?: LookUpCost;
	/** Why it is known not to work. */
	broken?: string;
}

interface HostResults {
	/** `SvelteKit 2` */
	host: string;
	results: Result[];
}

const folder = join(import.meta.dirname, 'results');
const fileOf = (host: string) => join(folder, `${host.toLowerCase().replaceAll(' ', '')}.json`);
const read = (file: string): HostResults => JSON.parse(readFileSync(file, 'utf8'));
const keyOf = ({ platform, adapter, runner }: Result) => [platform, adapter, runner].join();

/** For the table in docs/supported-hosts.md. Only a run that is to write it does; what it did not try stays as it was. */
export async function keepResult(host: string, fresh: Result): Promise<void> {
	if (process.env.AUTHGRAFT_KEEP_RESULTS !== '1') return;
	const file = fileOf(host);
	const before = existsSync(file) ? read(file).results : [];
	const merged = new Map([...before, fresh].map((result) => [keyOf(result), result]));
	await mkdir(folder, { recursive: true });
	await writeFile(file, `${JSON.stringify({ host, results: [...merged.values()] }, null, '\t')}\n`);
}

/** The rows of that table, the head first. */
export function platformRows(): string[][] {
	const files = globSync('*.json', { cwd: folder }).sort().reverse();
	const all = files.flatMap((file) => {
		const { host, results } = read(join(folder, file));
		return results.map((result) => ({ host, result }));
	});
	const isTimed = all.some(({ result }) => result.lookUp);
	const rows = all.map(({ host, result }) => [
		...[nameOf(host, result), result.platform, `\`${result.adapter}\``, result.version, result.runner],
		...[outcomeOf(result), ...(isTimed ? [costOf(result)] : []), result.date],
	]);
	const head = ['host', 'platform', 'adapter or preset', 'version', 'run by', 'what was seen'];
	return [[...head, ...(isTimed ? ['look-up'] : []), 'when'], ...rows];
}

const nameOf = (host: string, { framework }: Result) => (framework ? `${host} (${framework})` : host);
const costOf = ({ lookUp }: Result) => (lookUp ? `${lookUp.known}, ${lookUp.fresh}` : '');

const outcomeOf = ({ failed, broken }: Result): string => {
	if (failed !== undefined) return `fails: ${failed}`;
	return broken === undefined ? 'all checks' : `does not work: ${broken}`;
};
