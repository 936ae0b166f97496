import { type CallExpression, Node } from 'ts-morph';
import { expressionOf, nameOf } from '../../../syntax/objects.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import type { Edit, EditFinding, EditResult, Refusal } from '../../splice/edit.ts';
import { refuse, transform } from '../../splice/transform.ts';
import type { MigrateCode } from '../codes.ts';
import { hasComment, runtimeCalls } from './calls.ts';

const snippet = 'authMiddleware(authConfig)';
const code: MigrateCode = 'middleware-paths';

/**
 * `authMiddleware(true, authConfig)` and `authMiddleware({ paths, config })` of the predecessors become
 * `authMiddleware(authConfig)`. Whom it lets pass does not change: theirs guarded nothing either.
 */
export function migrateMiddleware(path: string, content: string): EditResult {
	return transform(path, content, { snippet }, (source) => {
		const edits: Edit[] = [];
		const findings: EditFinding[] = [];
		for (const call of runtimeCalls(source.ast, 'authMiddleware')) {
			const found = oldArguments(call);
			if (!found) continue;
			if ('kind' in found) return found;
			const { paths, config, start, end } = found;
			const gone = [
				{ start, end: config.getStart(), text: '' },
				{ start: config.getEnd(), end, text: '' },
			].filter((edit) => edit.end > edit.start);
			if (gone.some((edit) => hasComment(source.text.slice(edit.start, edit.end))))
				return refuse('has a comment among the arguments of authMiddleware()', snippet, call);
			edits.push(...gone);
			if (paths && !isEverywhere(paths)) findings.push(onPaths(paths));
		}
		if (edits.length === 0) return { kind: 'unchanged', reason: 'has no authMiddleware() of a predecessor' };
		return { kind: 'edits', edits, findings };
	});
}

interface OldArguments {
	paths: Node | undefined;
	config: Node;
	/** What nothing but the configuration is left of. */
	start: number;
	end: number;
}

/** What a call hands over in the form of a predecessor; undefined where it has ours. */
function oldArguments(call: CallExpression): OldArguments | Refusal | undefined {
	const [first, second, third] = call.getArguments();
	if (!first) return undefined;
	if (third || Node.isSpreadElement(first) || Node.isSpreadElement(second))
		return refuse('hands authMiddleware() arguments in a form that is not known', snippet, call);
	if (second) return { paths: first, config: second, start: first.getStart(), end: second.getEnd() };
	const value = unwrap(first);
	if (!Node.isObjectLiteralExpression(value)) return undefined;
	const properties = value.getProperties();
	const byName = new Map(properties.map((property) => [nameOf(property), property]));
	// A configuration of sign-in has neither of these.
	if (!byName.has('paths') && !byName.has('config')) return undefined;
	const config = byName.get('config');
	const given = config && expressionOf(config);
	if (!given || properties.some((property) => !/^(?:paths|config)$/.test(nameOf(property) ?? '')))
		return refuse('hands authMiddleware() options that are not written there one by one', snippet, first);
	const paths = byName.get('paths');
	return {
		...{ paths: paths && expressionOf(paths), config: given },
		...{ start: first.getStart(), end: first.getEnd() },
	};
}

/** `true`: the session was there on every path. */
const isEverywhere = (paths: Node): boolean => unwrap(paths).getText() === 'true';

const onPaths = (paths: Node): EditFinding => ({
	code,
	line: paths.getStartLineNumber(),
	text: `had the session read ahead for \`${shortened(paths.getText())}\` only: \`locals.auth()\` gives it on every path now.`,
});

const shortened = (text: string): string => {
	const line = text.replace(/\s+/g, ' ');
	return line.length > 40 ? `${line.slice(0, 39)}…` : line;
};
