import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, temporary } from './run.ts';

/** A launcher of the command, which then believes to run on this version of Node.js. */
export const disguise = (version: string): string[] => [
	process.execPath,
	`--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`,
	bin,
];

let folders = 0;

/**
 * A value for PATH: programs of our own (shell scripts), and besides those only what they and the command need. So a
 * package manager that the machine has is not there.
 */
export function pathWith(programs: Record<string, string>): string {
	const folder = join(temporary, `programs-${++folders}`);
	mkdirSync(folder);
	for (const name of ['sh', 'git', 'sleep', 'mkdir', 'chmod']) {
		symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name));
	}
	symlinkSync(process.execPath, join(folder, 'node'));
	for (const [name, script] of Object.entries(programs)) {
		// A link of that name would be written through, into the machine's own program.
		rmSync(join(folder, name), { force: true });
		writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
		chmodSync(join(folder, name), 0o755);
	}
	return folder;
}

/** An `npm install` that succeeds at once: packages without content, a lock file, and a `svelte-kit` that notes its call. */
export const installingNpm = `echo "fake npm $*" >&2
for name in @auth/core @authgraft/runtime; do
	mkdir -p "node_modules/$name"
	echo '{}' > "node_modules/$name/package.json"
done
mkdir -p node_modules/.bin
printf '#!/bin/sh\\necho "fake svelte-kit $*" >&2\\n' > node_modules/.bin/svelte-kit
chmod 755 node_modules/.bin/svelte-kit
echo '{ "lockfileVersion": 3 }' > package-lock.json`;
