import type { Node } from 'ts-morph';

/** What cannot be seen in a file, or has a form that nobody here knows: half a sentence about the file, and the place. */
export interface Unclear<Place extends Node | undefined = Node> {
	kind: 'unclear';
	reason: string;
	node: Place;
}

export function unclear(reason: string): Unclear<undefined>;
export function unclear<Place extends Node | undefined>(reason: string, node: Place): Unclear<Place>;
export function unclear(reason: string, node?: Node): Unclear<Node | undefined> {
	return { kind: 'unclear', reason, node };
}
