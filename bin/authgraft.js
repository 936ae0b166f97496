#!/usr/bin/env node
// Kept to syntax that old Node versions parse: this file is what tells them that they are too old.
import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const entry = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url));

function stop(code, message, hint) {
	// Written out, since a broken checkout may have no package.json; tests hold it to that one's `homepage`.
	const docs = `https://github.com/authgraft/authgraft/blob/main/docs/errors.md#${code.toLowerCase()}`;
	process.stderr.write(`authgraft: ${message} (${code})\n${hint}\n${docs}\n`);
	process.exitCode = 1;
}

/**
 * Halves the start of a real run. Node's own choice is a folder in the one for temporary files, and on Linux that is everybody's:
 * what another user has put there would run. Where the person has no folder of their own, or none that can be written, Node goes on
 * without.
 */
function keepCompiled() {
	if (process.env.NODE_COMPILE_CACHE || process.platform === 'win32' || process.platform === 'darwin')
		return module.enableCompileCache?.();
	const caches = [process.env.XDG_CACHE_HOME || '', join(home(), '.cache')].find((path) => isAbsolute(path));
	return caches && module.enableCompileCache?.(join(caches, 'authgraft'));
}

function home() {
	try {
		return homedir();
	} catch {
		// A user without an entry and without HOME, as in containers.
		return '';
	}
}

if (major < 22 || (major === 22 && minor < 12)) {
	stop(
		'AG_NODE_TOO_OLD',
		`Node.js ${process.versions.node} is too old: 22.12 or newer is needed`,
		'Install a current Node.js, for example 24, and run the command again.',
	);
} else if (!existsSync(entry)) {
	stop('AG_NOT_BUILT', 'this checkout is not built yet', 'Run "npm run build" in it first.');
} else {
	keepCompiled();
	const { main } = module.createRequire(import.meta.url)(entry);
	process.exitCode = await main(process.argv.slice(2));
}
