import type { Framework } from '../../attack/table.ts';
import type { Dress, Segment, Tree, World } from '../model.ts';
import { Ground, growTree } from './grow.ts';
import { Random } from './random.ts';
import { rulesFor } from './rules.ts';
import { addressesOf } from './segments.ts';
import { solidStartBuilder } from './solid-start.ts';
import { rerouteModule, svelteKitBuilder } from './sveltekit.ts';

/** Trees that lie side by side in one build. */
const sideBySide = 8;

export interface WorldOptions {
	framework: Framework;
	seed: number;
	/** At most. */
	trees: number;
	/** A tree that has the whole host for itself, or several below folders of their own; by chance unless said. */
	atRoot?: boolean;
	dress?: Partial<Dress>;
}

/** Thinks up a whole host: routes, files, what people want guarded, and where it all lies. */
export function planWorld({ framework, seed, trees: most, atRoot, dress: wanted }: WorldOptions): World {
	const random = new Random(seed);
	const ground = new Ground(random);
	const builder = { sveltekit: svelteKitBuilder, 'solid-start': solidStartBuilder }[framework](ground);
	const isAlone = atRoot ?? random.chance(0.5);
	const dress = { ...dressFor(random, framework), ...wanted };
	const count = isAlone ? 1 : Math.min(sideBySide, most);
	const trees = Array.from({ length: count }, (_, index): Tree => {
		const top: Segment[] = isAlone ? [] : [{ folder: `t${index}`, text: `t${index}`, key: `t${index}` }];
		const places = growTree(ground, builder, framework, top).filter(({ aims }) => aims.length > 0);
		return { top, places, rules: rulesFor(random, framework, top, places) };
	});
	if (framework === 'sveltekit') {
		Object.assign(dress.aliases, aliasesFor(random, trees));
		if (dress.signInPage !== '/signin') dress.aliases[dress.signInPage] = '/signin';
		ground.files['src/hooks.ts'] = rerouteModule(dress.aliases, dress.base);
	}
	const kept = ground.vault.kept.filter(({ entries }) => entries.length > 0);
	return { seed, framework, dress, trees, kept, files: ground.files };
}

function dressFor(random: Random, framework: Framework): Dress {
	const base = random.chance(0.4) ? '/app' : '';
	const late = base !== '' && random.chance(0.5);
	const signInPage =
		framework === 'sveltekit' && base === '' && random.chance(0.3) ? '/de/signin' : '/signin';
	return { base, late, aliases: {}, signInPage };
}

/** Other addresses for some routes of every tree. */
function aliasesFor(random: Random, trees: readonly Tree[]): Record<string, string> {
	const places = trees.flatMap(({ places }) => random.some(places, 2));
	return Object.fromEntries(
		places.flatMap(({ segments }, index) => {
			const [address] = addressesOf(segments, random, 0);
			// The home page of a host is the one path that ends with a slash.
			return address && address.path !== '/' ? [[`/alias-${index}`, address.path]] : [];
		}),
	);
}
