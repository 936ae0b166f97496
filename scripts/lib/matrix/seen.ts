import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type Layout,
	layouts,
	type Manager,
	type MatrixHost,
	managers,
	matrixHosts,
} from '../../../test/support/matrix.ts';
import { root } from '../../bootstrap.mjs';

/** One place in the table of supported hosts. */
export interface Cell {
	host: MatrixHost;
	manager: Manager;
	layout: Layout;
}

/** What came of a cell that was really installed. */
export interface Seen {
	fixture: string;
	manager: Manager;
	layout: Layout;
	/** `2026-11-30` */
	date: string;
	/** Of the framework, of vite and of the package manager; those that got as far as being installed. */
	versions: Record<string, string>;
	/** What did not work, and what was said. */
	failed?: { step: string; why: string };
}

/** The step in which the host is installed as it is: what fails there says nothing of us. */
export const beforeInit = 'before init';

const file = join(root, 'test/support/matrix-seen.json');

export const cells: readonly Cell[] = layouts.flatMap((layout) =>
	managers.flatMap((manager) => matrixHosts.map((host) => ({ host, manager, layout }))),
);

export const nameOf = ({ host, manager, layout }: Cell): string =>
	[host.name, host.language, manager, layout].join(', ');

export const readSeen = (): Seen[] =>
	existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Seen[]) : [];

export const isOf =
	({ host, manager, layout }: Cell) =>
	(seen: Seen): boolean =>
		seen.fixture === host.fixture && seen.manager === manager && seen.layout === layout;

/** In the order of the table, so that a diff shows what has changed and nothing else. */
export function keepSeen(fresh: Seen): void {
	const before = readSeen();
	const ordered = cells.flatMap((cell) => {
		const found = isOf(cell)(fresh) ? fresh : before.find(isOf(cell));
		return found ? [found] : [];
	});
	// At once: another cell may be kept at the same time.
	writeFileSync(file, `${JSON.stringify(ordered, null, '\t')}\n`);
}
