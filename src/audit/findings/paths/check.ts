import type { ts } from 'ts-morph';
import type { PossibleTexts } from '../reading/literals.ts';
import type { PathTest } from './regular-expression.ts';
import type { PathSource } from './source.ts';

/** A comparison of the requested path, in a condition. */
export interface PathCheck extends Omit<PathSource, 'segment'> {
	node: ts.Node;
	/** What it compares with; empty where that cannot be seen. */
	tests: PathTest[];
	/** True when the expression is truthy for these paths, false when for all others. */
	matches: boolean;
	/** The host's base stands in front of the texts. */
	based: boolean;
}

/** Puts a comparison together: what is compared, how, and with which texts. */
export function made(
	node: ts.Node,
	source: PathSource,
	how: PathTest['how'],
	found: PossibleTexts | undefined,
	matches = true,
): PathCheck {
	const { kind, anyCase, certain, segment } = source;
	const texts = found?.texts ?? [];
	const tests =
		segment === undefined
			? texts.map((text) => ({ how, text }))
			: // The first part of a path is empty: it stands before the slash.
				texts.map((text): PathTest => ({ how: segment === 1 ? 'prefix' : 'part', text: `/${text}` }));
	return { node, kind, anyCase, certain, tests, matches, based: found?.based ?? false };
}
