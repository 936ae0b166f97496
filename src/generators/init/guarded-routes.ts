import { hookFile } from '../../audit/collisions/hook-file.ts';
import { coverage } from '../../audit/coverage.ts';
import { nearestRoutes, readRoutes } from '../../host/routes/index.ts';
import type { Context } from '../context.ts';

/** A rule for a path that no route has is written all the same: the page may be yet to come. It may be a slip, too. */
export function stageGuardedRoutes({ host, staging, answers, auth }: Context): void {
	if (answers.protect.length === 0) return;
	const { routes } = readRoutes(host);
	for (const path of answers.protect) {
		if (routes.some(({ id }) => coverage(path, id, host.framework) !== 'none')) continue;
		const near = nearestRoutes(routes, path);
		const file = hookFile(host) ?? auth.file;
		const text = `No route is ${path} or lies below it yet.${near.length > 0 ? ` Is ${near.join(' or ')} meant?` : ''}`;
		staging.tell(file, { code: 'no-route', file, text });
	}
}
