import type { EntryKind } from '../../../src/audit/entry.ts';
import type { Framework } from '../attack/table.ts';

/** One segment of a route: a folder or file below `src/routes`. */
export interface Segment {
	/** As the folder is called: `blog`, `(app)`, `[[lang=lang]]`, `[x+2e]hidden`. */
	folder: string;
	/** Group: part of no address. */
	group?: true;
	/** The text in an address, where there is but one. */
	text?: string;
	/** Values that the router takes, as they are written in an address; the first is an ordinary one. */
	values?: readonly string[];
	/** What values look like that it takes. */
	takes?: RegExp;
	/** May be left out of an address. */
	optional?: true;
	/** Takes several segments; its values hold slashes. */
	rest?: true;
	/** What two segments that take the same addresses have in common. */
	key: string;
}

/** A secret of one file: whoever sees it got what that file hands out. */
export interface Kept {
	secret: string;
	/** The entries of `authgraft routes` that hand it out; all of them have to be guarded for it to be kept. */
	entries: EntryName[];
	/** Of a layout: this file, whose data can be had without the loads of the pages below it. */
	layout?: string;
}

/** An entry of `authgraft routes --json`, by what tells it from others. */
export interface EntryName {
	kind: EntryKind;
	/** Of the route, or `src/lib/x.remote.ts#getX`. */
	id: string;
	name?: string;
}

/** One entry that can be asked for by an address, and the secret that tells its answers from those of other routes. */
export interface Aim extends EntryName {
	secret: string;
}

/** A route of a tree. */
export interface Place {
	id: string;
	segments: Segment[];
	aims: Aim[];
}

/** What `protect-route` is told. */
export interface Rule {
	/** Its command line: `/blog --except /blog/x --role admin`. */
	args: string[];
	/** Paths, as people mean them; empty where it is about single pages (`--page`). */
	paths: string[];
	except: string[];
	/** Only for people with the role. */
	role: boolean;
}

/** Routes with the rules that were thought up for them. */
export interface Tree {
	/** Segments of the folder in which it lies; none when it has the whole host for itself. */
	top: Segment[];
	places: Place[];
	rules: Rule[];
}

/** What differs from an ordinary host. */
export interface Dress {
	/** Where the application lies, and whether that was so before `init` ran. */
	base: '' | '/app';
	late: boolean;
	/** Addresses that `reroute` leads elsewhere, without the base (SvelteKit). */
	aliases: Record<string, string>;
	/** Where people sign in; another address than the page's own goes through `reroute`. */
	signInPage: string;
}

/** One build: a tree at the root, or several side by side. */
export interface World {
	seed: number;
	framework: Framework;
	dress: Dress;
	trees: Tree[];
	kept: Kept[];
	/** By path below the project. */
	files: Record<string, string>;
}

export const nameOf = ({ kind, id, name }: EntryName): string => [kind, id, name].filter(Boolean).join(' ');

/** Every secret begins so: an answer without it holds none. */
export const secretMark = 'kept-behind-';

/** Makes secrets, each of which can be told from all others. */
export class Vault {
	readonly kept: Kept[] = [];

	keep(...entries: EntryName[]): Kept {
		const one: Kept = { secret: `${secretMark}door-${this.kept.length}-of-the-world`, entries };
		this.kept.push(one);
		return one;
	}

	/** Of a layout: the pages below it are its entries, which come later. */
	keepInLayout(file: string): Kept {
		return Object.assign(this.keep(), { layout: file });
	}
}
