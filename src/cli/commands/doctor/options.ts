import { looking, verbose } from '../../command/common.ts';
import { choice, type OptionsOf, text, toggle } from '../../command/flags.ts';

export const options = [
	...looking,
	text('--url <address>', 'ask a running application, too, by harmless requests'),
	toggle('--start', 'build and start the project, and sign in'),
	toggle('--stdin', 'with --start: who signs in, as one line of JSON on stdin'),
	text('--log <file>', 'explain lines of a log; - reads them from stdin'),
	toggle('--fix', 'mend what is safe to mend, shown as a diff first'),
	toggle('--dry-run', 'with --fix: print the diff and write nothing'),
	toggle('--allow-dirty', 'with --fix: go on although git has uncommitted changes'),
	toggle('--production', 'judge the environment as that of a deployed application'),
	toggle('--forge-session', 'with --url: ask with a session made by the AUTH_SECRET here'),
	choice('--fail-on <severity>', 'exit with 1 from this severity on: error, warning, note', [
		'error',
		'warning',
		'note',
	]),
	toggle('-y, --yes', 'never ask'),
	verbose,
] as const;

export type DoctorOptions = OptionsOf<typeof options>;
