import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What was seen of one platform. */
export interface Result {
	platform: string;
	adapter: string;
	/** Of the adapter, or of what holds the preset. */
	version: string;
	runner: string;
	/** `2026-11-30` */
	date: string;
	/** Checks that failed, by name. */
	failed?: string[];
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
export async function keepResults(host: string, fresh: readonly Result[]): Promise<void> {
	if (process.env.AUTHGRAFT_KEEP_RESULTS !== '1' || fresh.length === 0) return;
	const file = fileOf(host);
	const before = existsSync(file) ? read(file).results : [];
	const merged = new Map([...before, ...fresh].map((result) => [keyOf(result), result]));
	await mkdir(folder, { recursive: true });
	await writeFile(file, `${JSON.stringify({ host, results: [...merged.values()] }, null, '\t')}\n`);
}

/** The rows of that table, the head first. */
export function platformRows(): string[][] {
	const files = globSync('*.json', { cwd: folder }).sort().reverse();
	const rows = files.flatMap((file) => {
		const { host, results } = read(join(folder, file));
		return results.map((result) => [
			...[host, result.platform, `\`${result.adapter}\``, result.version, result.runner],
			...[outcomeOf(result), result.date],
		]);
	});
	return [['host', 'platform', 'adapter or preset', 'version', 'run by', 'what was seen', 'when'], ...rows];
}

const outcomeOf = ({ failed, broken }: Result): string => {
	if (failed !== undefined) return `fails: ${failed.join('; ')}`;
	return broken === undefined ? 'all checks' : `does not work: ${broken}`;
};
