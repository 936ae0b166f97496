import { isCode } from '../../audit/auth-module/index.ts';
import { missingMethods } from '../../audit/auth-module/mounted.ts';
import { AuthgraftError } from '../../errors.ts';
import { type Part, partsOf, planPart } from '../../generators/init/parts.ts';
import type { HostPath } from '../../host/host.ts';
import { sourceFiles } from '../../host/routes/remote-functions.ts';
import { type Change, isRefusal, isWrite } from '../../plan/change.ts';
import { importsOf } from '../../syntax/tree/imports.ts';
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
			const changes = planPart(context.audit.sources, part, answers);
			const write = changes.find(isWrite);
			const refused = changes.find(isRefusal);
			const elsewhere = write && runElsewhere(context, part, write.path);
			// What is written in a shape of its own may well do it.
			if (elsewhere !== undefined)
				unanswered.push({
					check: code,
					state: 'unknown',
					why: `${elsewhere} may run it, and is not followed`,
				});
			else if (write && isUnused(context, part)) {
				if (part === 'middleware') found.push(withoutMiddleware(write.path));
			} else if (write)
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

/** No file asks for what our middleware does: who reads the session by its request needs none. */
function isUnused({ host, audit }: HostContext, part: Part): boolean {
	if (part !== 'middleware' && part !== 'registration') return false;
	// One that lies there unregistered was meant to run.
	const asks =
		host.middleware === undefined
			? /\bauthMiddleware\b|\bprotect\s*\(|\blocals\b|\bcreateMiddleware\b/
			: /\bauthMiddleware\b|\bprotect\s*\(|\blocals\b/;
	const files = audit.sources.files(host.paths.source);
	return !files.some((file) => isCode(file) && asks.test(audit.sources.text(file) ?? ''));
}

const withoutMiddleware = (file: HostPath): Diagnosis =>
	diagnosis('guard-not-running', {
		severity: 'note',
		title: 'No middleware knows sign-in, and nothing here asks it',
		cause: 'Rules for paths, and pages that have the session from the start, need one.',
		evidence: [{ file }],
		mend: { text: 'authgraft can put it in.', command: 'authgraft init' },
	});

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
function withoutPost({ host, audit }: HostContext): Diagnosis[] {
	const { endpoint, missing } = (audit.settings && missingMethods(host, audit.settings, audit.routes)) ?? {};
	if (endpoint === undefined || missing === undefined) return [];
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
}

/**
 * Another file of the host that takes what has to run on each request from the auth module: it may well do so there, and a
 * second one would be put beside it.
 */
function runElsewhere({ audit, module }: HostContext, part: Part, hooks: HostPath): HostPath | undefined {
	const runs = { hooks: /\bhandle\b/, middleware: /\bauthMiddleware\b/ }[part as string];
	if (!runs || !module) return undefined;
	const plain = (name: string) => name.replace(/(?:\/index)?(?:\.[jt]s)?$/, '');
	return sourceFiles(audit.sources).find((file) => {
		const text =
			isCode(file) && file !== hooks && file !== module.file ? audit.sources.text(file) : undefined;
		if (text === undefined || !runs.test(text)) return false;
		return importsOf(file, text)
			.modules.map(plain)
			.includes(plain(module.importName(file)));
	});
}
