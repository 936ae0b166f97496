import type { AuthgraftError } from '../../errors.ts';
import type { Host } from '../../host/host.ts';
import { docsOf } from '../package.ts';
import { dataText } from './output.ts';

/** The version of everything that `--json` prints. A reader can rely on fields of a version staying as they are. */
const schema = 1;

/** What every document tells in the same way. */
interface Frame {
	/** Missing where the command line could not be read. */
	command?: string;
	host?: Host | undefined;
	/** What stopped it. */
	error?: AuthgraftError | undefined;
	exitCode?: number;
}

/**
 * The one document of a run with `--json`: version, command and host first, error and exit code last.
 * @param fields what the command has to tell; undefined ones are left out.
 */
export function jsonDocument({ command, host, error, exitCode }: Frame, fields: object = {}): void {
	const document = {
		schema,
		command,
		host: host && hostFacts(host),
		...fields,
		error: error && {
			code: error.code,
			message: error.message,
			hint: error.hint,
			docs: docsOf('errors.md', error.code),
		},
		exitCode: error ? error.exitCode : exitCode,
	};
	dataText(`${JSON.stringify(document, null, '\t')}\n`);
}

const hostFacts = ({ framework, version, language, packageManager, root }: Host) => ({
	root,
	framework,
	version,
	language,
	packageManager,
});
