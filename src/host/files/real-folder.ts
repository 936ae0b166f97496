import { realpathSync } from 'node:fs';
import { isSameName } from '../../names.ts';

/**
 * A folder with all links followed, its names spelled as the disk has them: Windows and macOS open `c:\app` as well as
 * `C:\App`, and one folder must have one name here.
 *
 * @throws what the system says when it is not there
 */
export function realFolder(
	folder: string,
	platform: NodeJS.Platform = process.platform,
	native: (path: string) => string = realpathSync.native,
): string {
	const real = realpathSync(folder);
	if (platform !== 'win32' && platform !== 'darwin') return real;
	const spelled = native(real);
	// A drive that stands for a share would become `\\server\share`, where cmd.exe, and so npm.cmd, cannot work.
	return isSameName(spelled, real) ? spelled : real;
}
