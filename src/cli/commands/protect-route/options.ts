import { common, verifyFlag } from '../../command/common.ts';
import { type OptionsOf, repeated, text, toggle } from '../../command/flags.ts';

export const options = [
	...common,
	toggle('--path', 'guard the path and all below it, in one place (the default)'),
	toggle('--page', 'guard the page itself, where its data is loaded'),
	repeated('--function <file[#name]>', 'guard a remote or server function (repeatable)'),
	repeated('--except <path>', 'stays open, with all below it (repeatable)'),
	text('--role <name>', 'only for people of this role; others get 403'),
	text('--when <expression>', 'only when this holds, in terms of `session` and `event`; else 403'),
	toggle('--force', 'guard a path that no route has'),
	verifyFlag,
] as const;

export type ProtectOptions = OptionsOf<typeof options>;
