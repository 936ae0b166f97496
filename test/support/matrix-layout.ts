import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { layBase, write } from '../gauntlet/shape.ts';
import type { Layout, Manager } from './matrix.ts';

export interface LaidHost {
	/** Of the application. */
	app: string;
	/** Where its package manager keeps the lock file. */
	locked: string;
}

/** Lays a host of the fixtures down in an empty folder, as the root of a repository or in one. Nothing is installed. */
export function layHost(root: string, fixture: string, manager: Manager, layout: Layout): LaidHost {
	mkdirSync(join(root, '.git'));
	const app = layout === 'repository root' ? root : join(root, 'apps/web');
	mkdirSync(app, { recursive: true });
	layBase(app, fixture);
	if (layout !== 'workspace member') return { app, locked: app };
	if (manager === 'pnpm') write(root, 'pnpm-workspace.yaml', "packages:\n  - 'apps/*'\n");
	const workspaces = manager === 'pnpm' ? {} : { workspaces: ['apps/*'] };
	write(root, 'package.json', `${JSON.stringify({ private: true, ...workspaces })}\n`);
	return { app, locked: root };
}
