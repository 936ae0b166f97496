import { AuthgraftError } from '../../errors.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis, type Examination, together, type Unanswered } from '../diagnosis.ts';
import { addresses } from '../environment/addresses.ts';
import { loading } from '../environment/loading.ts';
import { packages } from '../environment/packages.ts';
import { repository } from '../environment/repository.ts';
import { secrets } from '../environment/secrets.ts';
import { accounts } from './accounts.ts';
import { callbacks } from './callbacks.ts';
import { cookies } from './cookies.ts';
import { pages } from './pages.ts';
import { providers } from './providers.ts';
import { rules } from './rules.ts';
import { wiring } from './wiring.ts';

type Check = (context: HostContext) => Diagnosis[] | Examination;

/** What can be told without running the project. */
const checks: Record<string, Check> = {
	wiring,
	rules,
	callbacks,
	cookies,
	providers,
	accounts,
	pages,
	secrets,
	addresses,
	variables: loading,
	repository,
	packages,
};

/**
 * Looks at source, env files, git and node_modules; runs nothing of the project. What one check cannot read does not keep
 * the others from theirs.
 */
export function examineHost(context: HostContext): Examination {
	return together([
		...Object.entries(checks).map(([name, check]) => guarded(name, () => check(context))),
		{ found: developmentProvider(context), unanswered: unread(context) },
	]);
}

function guarded(name: string, check: () => Diagnosis[] | Examination): Examination {
	try {
		const result = check();
		return Array.isArray(result) ? { found: result, unanswered: [] } : result;
	} catch (error) {
		if (!(error instanceof AuthgraftError)) throw error;
		return { found: [], unanswered: [{ check: name, state: 'unknown', why: error.message }] };
	}
}

/** What the audit could not read, and whose guards nobody can tell therefore. */
const unread = ({ audit, module, config, environment }: HostContext): Unanswered[] => [
	...(environment.unseen
		? [
				{
					...{ check: 'secret-missing', state: 'skipped' as const },
					why: 'on CI without any variable of sign-in: what the server gets is not seen here (--production judges it)',
				},
			]
		: []),
	...audit.sources.notes.map((why): Unanswered => ({ check: 'source', state: 'unknown', why })),
	...(module && !config
		? [
				{
					check: 'options',
					state: 'unknown' as const,
					why: `${module.config} does not show its options as one object`,
				},
			]
		: []),
];

/** The test people are left out in production, whatever the list says; but one who reads it cannot see that. */
function developmentProvider({ host, module, known }: HostContext): Diagnosis[] {
	const listed = known.find(({ fact }) => fact?.module === '');
	if (!module || !listed) return [];
	const text = host.read(module.list) ?? '';
	const bare = /^[^\S\n]*(?:providers\s*:\s*\[)?\s*Development\(/m.exec(text);
	if (!bare || /\bdev\b[^\n]*Development\(|DEV[^\n]*Development\(/.test(text)) return [];
	return [
		diagnosis('development-provider', {
			severity: 'note',
			title: 'The test people are listed outside of development, too',
			cause: 'They are left out there, and the log says so at each start.',
			evidence: [{ file: module.list, line: text.slice(0, bare.index).split('\n').length }],
			mend: {
				text: 'List them only while developing.',
				snippet:
					host.framework === 'sveltekit'
						? '...(dev ? [Development()] : [])'
						: '...(import.meta.env.DEV ? [Development()] : [])',
			},
		}),
	];
}
