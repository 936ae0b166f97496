import { matchRoutes } from '../../host/routes/match.ts';
import type { Route } from '../../host/routes/route.ts';
import { type Diagnosis, diagnosis, type Examination } from '../diagnosis.ts';
import type { Question } from './ask.ts';
import type { Place } from './place.ts';

/** So many pages are asked for. */
const most = 6;

/** Pages that a rule guards, and that can be asked for as they are written. */
export function guardedPaths({ context }: Place): string[] {
	const { audit, host } = context ?? {};
	if (!audit || !host) return [];
	const covered = (route: Route) =>
		audit.rules.some(
			({ runs, patterns, except }) =>
				runs &&
				patterns?.some((pattern) => matchRoutes([route], pattern, host.framework).length > 0) &&
				!except?.some((pattern) => matchRoutes([route], pattern, host.framework).length > 0),
		);
	const own = new Set(audit.entries.filter(({ signIn }) => signIn).map(({ path }) => path));
	return audit.routes
		.filter(
			({ path, page, prerender }) =>
				page !== undefined && !path.includes('[') && prerender !== true && !own.has(path),
		)
		.filter(covered)
		.map(({ path }) => `${host.base ?? ''}${path}`)
		.slice(0, most);
}

/** The same page as strangers spell it who want to get past a guard. */
function spellings(path: string, framework: Place['framework']): string[] {
	const [, first = ''] = /^\/([a-z])/i.exec(path) ?? [];
	const encoded = first === '' ? [] : [path.replace(`/${first}`, `/%${first.charCodeAt(0).toString(16)}`)];
	const data = framework === 'sveltekit' ? [`${path === '/' ? '' : path}/__data.json`] : [];
	return [path, ...encoded, ...data];
}

/** Whether strangers get what a rule guards. */
export async function guards(place: Place): Promise<Examination> {
	const paths = guardedPaths(place);
	if (!place.context)
		return {
			found: [],
			unanswered: [
				{
					check: 'guards',
					state: 'skipped',
					why: 'which pages are guarded stands in the source, and there is none here',
				},
			],
		};
	const found: Diagnosis[] = [];
	for (const path of paths)
		for (const spelled of spellings(path, place.framework)) {
			const open = await isOpen(place, spelled);
			if (open) {
				found.push(
					diagnosis('guard-open', {
						title: `Strangers get ${path}, which a rule guards`,
						cause: 'The rule does not run there, or something answers in front of it.',
						evidence: [{ request: `GET ${spelled}`, status: open }],
						mend: {
							text: 'See which rule the project has for it, and whether that is what runs there.',
							command: 'authgraft routes',
						},
					}),
				);
				break;
			}
		}
	return { found, unanswered: [] };
}

/** The status of an answer that a guard should have kept. A data request is refused within its answer. */
async function isOpen({ send }: Place, path: string, question: Question = {}): Promise<number | undefined> {
	const answer = await send(path, question);
	if (answer.kind !== 'answer' || answer.status >= 300) return undefined;
	if (path.endsWith('/__data.json') && /"type":"redirect"|"status":40[13]/.test(answer.body))
		return undefined;
	return answer.status;
}
