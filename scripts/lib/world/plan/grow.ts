import type { Framework } from '../../attack/table.ts';
import { tellTale, tellTaleModule } from '../../attack/tell-tale.ts';
import { type Kept, type Place, type Segment, Vault } from '../model.ts';
import type { Random } from './random.ts';
import { anySegment, claimsOf, literal } from './segments.ts';

/** Fills one folder of a tree with files. */
export interface Builder {
	/**
	 * @param around secrets of the layouts in which it lies
	 * @param isRoot `src/routes` itself, where the layout is authgraft's
	 * @param hasMore there are folders in it
	 * @returns secrets of the layouts for what lies in it
	 */
	fill(segments: Segment[], around: readonly Kept[], isRoot: boolean, hasMore: boolean): Kept[];
}

/** Upon which the trees of one world grow. */
export class Ground {
	readonly tellTale = tellTale;
	readonly tellTaleModule = tellTaleModule;
	readonly vault = new Vault();
	readonly files: Record<string, string> = {};
	/** Modules of server functions that pages may share (SolidStart). */
	readonly modules: { module: string; read: string; change: string }[] = [];
	places: Place[] = [];
	readonly #claims = new Set<string>();
	readonly random: Random;

	constructor(random: Random) {
		this.random = random;
	}

	/** Whether no other route has one of the addresses, nor this one twice; both routers want it so. */
	claim(segments: readonly Segment[]): boolean {
		const claims = claimsOf(segments);
		const isTwice = new Set(claims).size < claims.length;
		if (isTwice || claims.some((claim) => this.#claims.has(claim))) return false;
		for (const claim of claims) this.#claims.add(claim);
		return true;
	}

	place(id: string, segments: Segment[]): Place {
		const place = { id, segments, aims: [] };
		this.places.push(place);
		return place;
	}
}

/** How many folders lie in one, by depth. */
const least = [3, 1, 0, 0];
const more = [2, 2, 2, 1];
/** What `init` and this suite put at the root. */
const takenAtRoot = ['signin', 'signout', 'tell-tale'];

/**
 * Grows one tree below a folder.
 * @param top the folder; none: the whole of `src/routes`
 */
export function growTree(ground: Ground, builder: Builder, framework: Framework, top: Segment[]): Place[] {
	const { random } = ground;
	ground.places = [];
	const grow = (segments: Segment[], around: readonly Kept[], depth: number): void => {
		const last = segments.at(-1);
		const isEnd = last?.rest && framework === 'solid-start';
		const count = isEnd ? 0 : (least[depth] ?? 0) + random.upTo(more[depth] ?? 0);
		const children: Segment[] = [];
		for (let made = 0; made < count; made++) {
			const child = anySegment(random, framework, segments.length, depth === 0 ? takenAtRoot : []);
			// Nothing but a name may follow a rest parameter, and no router wants two folders of one name.
			const fits = !last?.rest || child.text !== undefined;
			if (fits && !children.some(({ folder }) => folder === child.folder)) children.push(child);
		}
		const inside = builder.fill(segments, around, segments.length === 0, children.length > 0);
		for (const child of children) grow([...segments, child], inside, depth + 1);
	};
	grow(top, [], 0);
	if (top.length === 0 && random.chance(0.5)) growBesideSignIn(ground, builder, framework);
	// Without a page below it a layout would be a page itself on SolidStart.
	for (const { layout, entries } of ground.vault.kept)
		if (layout !== undefined && entries.length === 0) delete ground.files[layout];
	return ground.places;
}

/** Routes of the host's own below the path of the auth endpoints. */
function growBesideSignIn(ground: Ground, builder: Builder, framework: Framework): void {
	const { random, files } = ground;
	const start = framework === 'sveltekit' ? [literal('auth')] : [literal('api'), literal('auth')];
	const names = framework === 'sveltekit' ? ['users', 'error', 'verify-request'] : ['users', 'signin-x'];
	for (const name of random.some(names, 1 + random.upTo(1))) {
		const segments = [...start, literal(name)];
		const folder = `src/routes/${segments.map(({ folder }) => folder).join('/')}`;
		const isThere = Object.keys(files).some(
			(path) => path.startsWith(`${folder}/`) || path.startsWith(`${folder}.`),
		);
		if (!isThere) builder.fill(segments, [], false, false);
	}
}
