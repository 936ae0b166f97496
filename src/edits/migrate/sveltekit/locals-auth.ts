import { parse, syntaxError } from '../../../syntax/source.ts';
import type { EditFinding } from '../../splice/edit.ts';
import { assignsLocal } from '../../wiring/locals.ts';
import { isTest } from './tests.ts';

/**
 * Where a file sets `locals.auth` itself, as previews do to pass somebody off as signed in; its tests do not count. In front of the auth
 * handle that stays, as it did; behind it, it takes the place of ours, as it did.
 */
export function ownLocalsAuth(path: string, content: string): EditFinding[] {
	if (isTest(path)) return [];
	const source = parse(path, content);
	const own = syntaxError(source) ? undefined : assignsLocal(source.ast, 'auth');
	if (!own) return [];
	const text =
		'sets `locals.auth` itself: it still counts instead of the session, and must promise a session or null.';
	return [{ code: 'locals-auth', line: own.getStartLineNumber(), text }];
}
