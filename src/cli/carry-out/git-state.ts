import type { Host } from '../../host/host.ts';

/**
 * Uncommitted files of the host that are not ours. Files that stand exactly as our last plan or install left them do
 * not count, so `init` and then `add-provider` needs no commit in between.
 */
export async function dirtyFiles(host: Host): Promise<string[]> {
	const dirty = host.git?.dirty ?? [];
	if (dirty.length === 0) return [];
	const { isOurs } = await import('../../plan/index.ts');
	return dirty.filter((path) => !isOurs(host.root, path));
}
