import type { KnownFunction } from '../../audit/known-function.ts';
import type { HostPath } from '../../host/host.ts';
import type { Route } from '../../host/routes/route.ts';
import type { FunctionName } from './answers.ts';

export interface Selection {
	/** Those that get a guard in the same plan. */
	chosen: { function: KnownFunction; conditional: boolean }[];
	/** Those that a person should look at: a guarded page uses them, or nobody knows who does. */
	left: KnownFunction[];
}

/**
 * Which functions are guarded together with routes: those that guarded routes alone use, and those that lie in their
 * folders and serve no open route.
 *
 * @param guarded routes that are guarded when the plan is carried out.
 * @param now those that this plan is about: a condition is theirs alone.
 */
export function selectFunctions(
	functions: readonly KnownFunction[],
	guarded: readonly Route[],
	now: readonly Route[],
	named: readonly FunctionName[],
): Selection {
	const guardedIds = new Set(guarded.map(({ id }) => id));
	const nowIds = new Set(now.map(({ id }) => id));
	const folders = now.flatMap(({ page, endpoint }) =>
		[page, endpoint].flatMap((file) => (file ? [folderOf(file)] : [])),
	);
	const selection: Selection = { chosen: [], left: [] };
	for (const one of functions) {
		if (one.type === 'prerender') continue;
		const uses = [...one.usedBy];
		const isNamed = named.some(
			({ file, name }) => file === one.file && (name === undefined ? !one.signIn : name === one.name),
		);
		const serves = (ids: ReadonlySet<string>) => uses.every((id) => ids.has(id));
		const isTheirs =
			uses.length > 0 ? serves(guardedIds) && uses.some((id) => nowIds.has(id)) : liesIn(one.file, folders);
		if (isNamed || (isTheirs && !one.signIn)) {
			selection.chosen.push({ function: one, conditional: isNamed || serves(nowIds) });
		} else if (
			!one.seen?.guard &&
			!one.signIn &&
			(uses.length === 0 || uses.some((id) => id === '*' || guardedIds.has(id)))
		) {
			selection.left.push(one);
		}
	}
	return selection;
}

/** Of `src/routes/dashboard/+page.svelte` and of SolidStart's `src/routes/dashboard.tsx` the same one. */
const folderOf = (file: HostPath): HostPath =>
	/(?:^|\/)(?:\+|index\.)[^/]*$/.test(file)
		? file.slice(0, file.lastIndexOf('/'))
		: file.replace(/\.[cm]?[jt]sx?$/, '');

const liesIn = (file: HostPath, folders: readonly HostPath[]): boolean =>
	folders.some((folder) => file.startsWith(`${folder}/`));
