import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Says workers where their folders go. */
export const folderVariable = 'AUTHGRAFT_CLI_TEST_FOLDER';

/** For `globalSetup`: a folder for all workers, which goes with the run. */
export default function setup(): () => void {
	const folder = mkdtempSync(join(tmpdir(), 'authgraft-cli-'));
	// Some tests act as another user.
	chmodSync(folder, 0o755);
	process.env[folderVariable] = folder;
	return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
