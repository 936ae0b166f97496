import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/**
 * Every program we start leads a process group of its own, so that it can be ended together with what it started
 * (npm starts node, vite starts esbuild). The price: Ctrl-C in the terminal no longer reaches it by itself, so who
 * starts programs must call `endGroupsOnSignal` or handle signals and call `endGroups`.
 */
const alive = new Set<ChildProcess>();
const posix = process.platform !== 'win32';
let closed = false;

export function spawnGroup(file: string, args: string[], options: SpawnOptions): ChildProcess {
	if (closed) throw new Error('Stopping: nothing new is started');
	// Never a shell: arguments hold paths and secrets as they are.
	const child = spawn(file, args, { ...options, shell: false, detached: posix });
	alive.add(child);
	child.once('close', () => {
		if (!groupExists(child)) alive.delete(child);
	});
	child.once('error', () => alive.delete(child));
	return child;
}

/** Ends a group: first politely, after `graceMs` milliseconds by force. Resolves when nothing of it is left. */
export async function endGroup(child: ChildProcess, graceMs = 3_000): Promise<void> {
	signalGroup(child, 'SIGTERM');
	const polite = await gone(child, graceMs);
	if (!polite) {
		signalGroup(child, 'SIGKILL');
		await gone(child, 5_000);
	}
	alive.delete(child);
}

/** Ends every group, and lets nobody start another one. */
export async function endGroups(): Promise<void> {
	closed = true;
	await Promise.all([...alive].map((child) => endGroup(child)));
}

let installed = false;

/** For processes without a tidy-up of their own (test workers): takes the groups along, however this one ends. */
export function endGroupsOnSignal(): void {
	if (installed) return;
	installed = true;
	const killAll = () => {
		for (const child of alive) signalGroup(child, 'SIGKILL');
	};
	process.on('exit', killAll);
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => {
			killAll();
			process.kill(process.pid, signal);
		});
	}
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		if (posix) process.kill(-child.pid, signal);
		else child.kill(signal);
	} catch {
		// The group has ended by itself.
	}
}

function groupExists(child: ChildProcess): boolean {
	if (child.pid === undefined) return false;
	if (!posix) return child.exitCode === null && child.signalCode === null;
	try {
		process.kill(-child.pid, 0);
		return true;
	} catch {
		return false;
	}
}

async function gone(child: ChildProcess, withinMs: number): Promise<boolean> {
	const deadline = Date.now() + withinMs;
	while (groupExists(child)) {
		if (Date.now() > deadline) return false;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	return true;
}
