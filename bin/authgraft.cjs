#!/usr/bin/env node
// Kept to syntax that old Node versions parse: this file is what tells them that they are too old. CommonJS, as the bundle
// is: a run then does without Node's loader of ES modules.
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { homedir } = require('node:os');
const { isAbsolute, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const entry = join(__dirname, '../dist/cli/main.cjs');

function stop(code, message, hint) {
	// Written out, since a broken checkout may have no package.json; tests hold it to that one's `homepage`.
	const docs = `https://github.com/authgraft/authgraft/blob/main/docs/errors.md#${code.toLowerCase()}`;
	process.stderr.write(`authgraft: ${message} (${code})\n${hint}\n${docs}\n`);
	process.exitCode = 1;
}

/**
 * A run is over before code that is made fast on a second thread has earned what that costs (an eighth of `init`): V8 waits ten times
 * longer with it. Only where V8 is known to have the flags, since it complains of others. What was compiled beforehand has to be of the
 * same flags: so this comes before our cache is opened, and after what Node has compiled in itself and every run needs was loaded: the
 * streams of `process.stdout`, and for commands `node:crypto`.
 */
function optimizeLater() {
	const { bun, deno, v8 } = process.versions;
	if (bun || deno || !/^1[234]\./.test(v8)) return;
	if (process.stdout && /^\w/.test(process.argv[2] || '')) require('node:crypto');
	setFlagsFromString('--invocation-count-for-maglev=4000');
	setFlagsFromString('--invocation-count-for-turbofan=30000');
}

/**
 * Halves the start of a real run. Node's own choice is a folder in the one for temporary files, and on Linux that is everybody's:
 * what another user has put there would run. Where the person has no folder of their own, or none that can be written, Node goes on
 * without.
 */
function keepCompiled() {
	if (process.env.NODE_COMPILE_CACHE || process.platform === 'win32' || process.platform === 'darwin')
		return enableCompileCache?.();
	const caches = [process.env.XDG_CACHE_HOME || '', join(home(), '.cache')].find((path) => isAbsolute(path));
	return caches && enableCompileCache?.(join(caches, 'authgraft'));
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
	optimizeLater();
	keepCompiled();
	const { main } = require(entry);
	main(process.argv.slice(2)).then((code) => {
		process.exitCode = code;
	});
}
