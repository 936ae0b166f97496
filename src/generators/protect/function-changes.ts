import semver from 'semver';
import { sessionModules } from '../../audit/guards.ts';
import { addFunctionGuards } from '../../edits/guards/add.ts';
import type { GuardRequest, GuardTarget } from '../../edits/guards/request.ts';
import { runtimeModules } from '../../framework.ts';
import type { HostPath } from '../../host/host.ts';
import type { GuardContext } from './context.ts';
import type { Selection } from './functions.ts';

/** `getRequestEvent` of `$app/server`. */
const requestEventSince = '2.20.0';

/** What is asked of a file that gets guards into its functions. */
export function guardRequest(
	{ host, audit, answers, style }: Pick<GuardContext, 'host' | 'audit' | 'answers' | 'style'>,
	file: HostPath,
	functions: GuardTarget[],
	conditional = true,
): GuardRequest {
	const { framework, version, jsdoc } = host;
	return {
		framework,
		runtimeModule: runtimeModules[framework],
		sessionModules: sessionModules(host, file),
		requestEvent: semver.gte(version, requestEventSince),
		authModule: audit.settings.importName(file),
		functions,
		typed: /\.tsx?$/.test(file),
		jsdoc,
		fallback: style,
		...(conditional && answers.condition ? { condition: answers.condition } : {}),
	};
}

/** Puts `requireUser()` into the chosen functions, file by file. */
export function guardFunctions(context: GuardContext, chosen: Selection['chosen']): void {
	const byFile = Map.groupBy(chosen, (one) => one.function.file);
	for (const [file, list] of byFile) {
		const names = list.map((one) => one.function.name ?? `line ${one.function.line}`);
		const summary = `guards ${names.join(', ')}`;
		const add = (functions: Selection['chosen'], conditional: boolean, from?: string) => {
			const request = guardRequest(
				context,
				file,
				[targetOf(functions.map((one) => one.function))],
				conditional,
			);
			context.staging.edit(file, summary, (content) =>
				addFunctionGuards(file, content, { ...request, ...(from ? { from } : {}) }),
			);
		};
		// Those without a name are found by their offsets, which the first edit moves.
		const nameless = list.filter((one) => one.function.name === undefined);
		if (nameless.length > 0)
			add(
				nameless,
				nameless.every(({ conditional }) => conditional),
			);
		for (const one of list)
			if (one.function.name !== undefined)
				add([one], one.conditional, onlyPage(context, one.function.usedBy));
	}
}

/** The address of the one page that uses a function, where it has one address. */
function onlyPage({ audit }: GuardContext, usedBy: ReadonlySet<string>): string | undefined {
	const [id, ...more] = usedBy;
	const route = more.length === 0 ? audit.routes.find((one) => one.id === id) : undefined;
	return route?.page && !route.path.includes('[') ? route.path : undefined;
}

/** By name where all have one: offsets move with every edit of the file. */
export function targetOf(functions: readonly { name: string | undefined; start: number }[]): GuardTarget {
	const names = functions.flatMap(({ name }) => name ?? []);
	return names.length === functions.length
		? { kind: 'function', names }
		: { kind: 'function', starts: functions.map(({ start }) => start) };
}
