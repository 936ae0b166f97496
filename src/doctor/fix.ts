import type { Host, HostPath } from '../host/host.ts';
import type { Change, CreateChange, ModifyChange, Plan } from '../plan/change.ts';
import { isWrite } from '../plan/change.ts';
import type { DoctorCode } from './codes.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Rounds in which a mend may show what else can be mended. */
const most = 6;

export interface FixPlan extends Plan {
	/** What it mends. */
	mends: DoctorCode[];
}

/**
 * One plan of all that is safe to mend. Mends of one file build on each other: the project is looked at again with what is
 * planned so far, which is written nowhere.
 * @param examine what the doctor finds in a host
 */
export function fixPlan(host: Host, examine: (host: Host) => readonly Diagnosis[]): FixPlan {
	const planned = new Map<HostPath, { text: string; summaries: string[]; secret: boolean }>();
	const mends: DoctorCode[] = [];
	for (let round = 0; round < most; round++) {
		const touched = new Set<HostPath>();
		for (const { code, fix } of examine(withPlanned(host, planned))) {
			const writes = fix?.filter(isWrite) ?? [];
			// Of two that change one file the second one is made on what the first one leaves.
			if (writes.length === 0 || writes.some(({ path }) => touched.has(path))) continue;
			if (!mends.includes(code)) mends.push(code);
			for (const { path, after, summary, secret = false } of writes) {
				touched.add(path);
				const before = planned.get(path);
				planned.set(path, { text: after, secret, summaries: [...(before?.summaries ?? []), summary] });
			}
		}
		if (touched.size === 0) break;
	}
	return {
		root: host.root,
		command: 'doctor --fix',
		mends,
		changes: [...planned].flatMap(([path, one]) => changeOf(host, path, one)),
	};
}

function changeOf(
	host: Host,
	path: HostPath,
	{ text, summaries, secret }: { text: string; summaries: string[]; secret: boolean },
): Change[] {
	const before = host.read(path);
	const shared = { path, summary: [...new Set(summaries)].join(', '), ...(secret ? { secret } : {}) };
	if (before === text) return [];
	const change: CreateChange | ModifyChange =
		before === undefined
			? { ...shared, kind: 'create', before: null, after: text }
			: { ...shared, kind: 'modify', before, after: text };
	return [change];
}

/** The host as it would be. */
function withPlanned(host: Host, planned: ReadonlyMap<HostPath, { text: string }>): Host {
	if (planned.size === 0) return host;
	return Object.create(host, {
		read: { value: (path: HostPath) => planned.get(path)?.text ?? host.read(path) },
		exists: { value: (path: HostPath) => planned.has(path) || host.exists(path) },
	}) as Host;
}
