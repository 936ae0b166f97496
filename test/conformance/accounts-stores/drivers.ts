import { symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../scripts/bootstrap.mjs';
import { execOk, npm } from '../../../scripts/lib/process/exec.ts';

/**
 * Installs packages that only these tests need, outside of the checkout, and lets drizzle find them.
 *
 * @returns their folder, from which drizzle is found, too
 */
export async function installDrivers(packages: Record<string, string>): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'authgraft-drivers-'));
	const manifest = { name: 'drivers', private: true, type: 'module', dependencies: packages };
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
	const [file, args] = npm('install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error');
	if (Object.keys(packages).length > 0) await execOk(file, args, { cwd: folder, timeout: 300_000 });
	await mkdir(join(folder, 'node_modules'), { recursive: true });
	symlinkSync(join(root, 'node_modules/drizzle-orm'), join(folder, 'node_modules/drizzle-orm'), 'dir');
	const parentURL = pathToFileURL(join(folder, 'index.js')).href;
	registerHooks({
		resolve: (specifier, context, next) =>
			Object.keys(packages).some((name) => specifier === name || specifier.startsWith(`${name}/`)) &&
			!context.parentURL?.includes('authgraft-drivers-')
				? next(specifier, { ...context, parentURL })
				: next(specifier, context),
	});
	return folder;
}
