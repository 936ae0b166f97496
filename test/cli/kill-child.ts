import { applyPlan } from '../../src/plan/apply.ts';
import { recover } from '../../src/plan/recover.ts';
import { undoLast } from '../../src/plan/undo.ts';
import { breakingDisk, killPlan, type Moment } from './kill-host.ts';

/*
 * node kill-child.ts apply|undo|recover <root> <n> before|torn|after <signal>
 * Does it, and sends itself the signal at the n-th operation that changes the disk. When it lives on, it prints
 * how many operations there were and exits with 0; an error is printed as { code, message } with exit 1.
 * With <uid> it goes on as that user, once everything is loaded.
 */
const [run, root = '', at, moment, signal, uid] = process.argv.slice(2);
if (uid !== undefined) {
	await import('jsonc-parser');
	process.setgid?.(Number(uid));
	process.setuid?.(Number(uid));
}

const { disk, count } = breakingDisk({
	at: Number(at),
	moment: moment as Moment,
	breaks() {
		process.kill(process.pid, signal);
		// SIGKILL may take a moment to arrive, and nothing may happen in it.
		while (signal === 'SIGKILL');
	},
});

try {
	if (run === 'apply') await applyPlan(killPlan(root), { disk });
	else if (run === 'undo') await undoLast(root, { disk });
	else if (run === 'recover') await recover(root, { disk });
	else throw new Error(`unknown run ${run}`);
	process.stdout.write(JSON.stringify(count));
} catch (error) {
	const { code, message } = error as { code?: string; message: string };
	process.stdout.write(JSON.stringify({ code, message }));
	process.exitCode = 1;
}
