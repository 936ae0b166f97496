import { AuthgraftError } from '../../errors.ts';
import { type Part, partsOf, planPart } from '../../generators/init/parts.ts';
import { type Change, isRefusal, isWrite } from '../../plan/change.ts';
import type { DoctorCode } from '../codes.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis, type Examination, type Unanswered } from '../diagnosis.ts';
import { answersOf } from './answers.ts';

interface Told {
	code: DoctorCode;
	title: string;
	cause: string;
}

const told: Record<Exclude<Part, 'prerendered'>, Told> = {
	hooks: {
		code: 'not-mounted',
		title: 'No request reaches sign-in: the server hooks do not run its `handle`',
		cause:
			'The endpoints answer with a page or an error, `locals.auth` is no function, and no rule for a path is asked.',
	},
	endpoints: {
		code: 'not-mounted',
		title: 'No route answers the endpoints of sign-in',
		cause:
			'Browsers get a page where they expect an answer: buttons reload the page, and nothing else happens.',
	},
	middleware: {
		code: 'guard-not-running',
		title: 'The middleware does not know sign-in',
		cause: '`event.locals.auth()` is no function, and no rule for a path is asked.',
	},
	registration: {
		code: 'guard-not-running',
		title: 'The middleware is not registered, so it never runs',
		cause: 'Every rule in it stands open, and `event.locals.auth()` is no function.',
	},
	variables: {
		code: 'env-undeclared',
		title: 'Variables of sign-in are not declared, so SvelteKit does not hand them over',
		cause: 'They are "not set" for the server, whatever the env files say.',
	},
	base: {
		code: 'base-not-told',
		title: 'The application has a base path that sign-in does not know',
		cause: 'Its endpoints and pages are looked for at the wrong address.',
	},
};

/** Whether the parts that a host cannot do without are there: as `init` sees it, which would put them in. */
export function wiring(context: HostContext): Examination {
	const { host } = context;
	const answers = answersOf(context);
	const parts = partsOf(host);
	const found: Diagnosis[] = [];
	const unanswered: Unanswered[] = [];
	for (const part of parts) {
		const { code, title, cause } = told[part];
		try {
			const changes = planPart(host, part, answers);
			const write = changes.find(isWrite);
			const refused = changes.find(isRefusal);
			// What is written in a shape of its own may well do it.
			if (write)
				found.push(
					diagnosis(code, {
						...{ title, cause, evidence: [{ file: write.path }], fix: changes.filter(isWrite) },
						mend: { text: `authgraft can put it in: it ${write.summary}.`, command: 'authgraft init' },
					}),
				);
			else if (refused) {
				if (isUnregistered(context, part)) found.push(unregistered(refused));
				else unanswered.push({ check: code, state: 'unknown', why: `${refused.path} ${refused.reason}` });
			}
		} catch (error) {
			if (!(error instanceof AuthgraftError)) throw error;
			unanswered.push({ check: code, state: 'unknown', why: error.message });
		}
	}
	return { found: [...found, ...withoutPost(context)], unanswered };
}

/** The middleware lies there, and nothing registers it: `init` leaves the choice to the person. */
const isUnregistered = ({ host }: HostContext, part: Part): boolean =>
	part === 'middleware' && !host.middleware;

const unregistered = (refused: Extract<Change, { kind: 'refuse' }>): Diagnosis =>
	diagnosis('guard-not-running', {
		...{ title: told.registration.title, cause: told.registration.cause },
		evidence: [{ file: refused.path }],
		mend: { text: `${refused.path} ${refused.reason}.`, snippet: refused.snippet },
	});

/** The route is there, but forms post to it and get a page. */
function withoutPost({ host, audit, module }: HostContext): Diagnosis[] {
	if (host.framework !== 'solid-start' || !module) return [];
	const basePath = module.facts.basePath ?? host.generation.authBasePath;
	const routes = audit.routes.filter(
		({ path, endpoint }) =>
			endpoint !== undefined && path.toLowerCase().startsWith(`${basePath.toLowerCase()}/[...`),
	);
	return routes.flatMap(({ endpoint, methods, methodsComputed }) => {
		if (endpoint === undefined || methodsComputed || methods.length === 0) return [];
		const missing = ['GET', 'POST'].filter((method) => !methods.includes(method));
		if (missing.length === 0) return [];
		return [
			diagnosis('not-mounted', {
				title: `The endpoints of sign-in answer no ${missing.join(' and no ')}`,
				cause:
					'Browsers get a page where they expect an answer: buttons reload the page, and nothing else happens.',
				evidence: [{ file: endpoint }],
				mend: {
					text: `Export both methods from ${endpoint}.`,
					snippet: 'export const { GET, POST } = SolidAuth(authConfig);',
				},
			}),
		];
	});
}
