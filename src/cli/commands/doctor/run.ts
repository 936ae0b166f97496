import type { Severity } from '../../../doctor/codes.ts';
import type { Examination } from '../../../doctor/diagnosis.ts';
import { AuthgraftError } from '../../../errors.ts';
import type { Host } from '../../../host/host.ts';
import { readHost } from '../../../host/index.ts';
import { chooseApp } from '../../host/choose-app.ts';
import { readManifest } from '../../package.ts';
import type { DoctorOptions } from './options.ts';
import { tell } from './tell.ts';

/**
 * `authgraft doctor`: what keeps sign-in from working, and what is unsafe. Without `--fix` it writes nothing, without
 * `--start` it runs nothing of the project, without `--url` it asks nobody.
 * @returns the exit code: 1 for a finding as severe as `--fail-on` says (an error, unless it says otherwise).
 * @throws AuthgraftError AG_USAGE, AG_NOT_SET_UP, AG_ADDRESS_INVALID, AG_NOTHING_TO_ASK (exit 2).
 */
export async function run(options: DoctorOptions): Promise<number> {
	if (options.log !== undefined) return (await import('./log.ts')).explainLog(options.log, options);
	refuseContradictions(options);
	let host = await hostOf(options);
	if (host && options.fix) {
		await (await import('./fix.ts')).fix(host, options);
		// What counts is what is left.
		host = await hostOf(options);
	}
	const examinations: Examination[] = [];
	let nothingAsked = false;
	const context = host && (await examine(host, options, examinations));
	if (options.url !== undefined) {
		const { examineAddress } = await import('../../../doctor/address/index.ts');
		examinations.push(await examineAddress(options.url, { context, forgeSession: options.forgeSession }));
	}
	if (options.start && context) {
		const { tryOut } = await import('./try-out.ts');
		const tried = await tryOut(context, options);
		examinations.push(tried);
		nothingAsked = !tried.asked;
	}
	return tell(host, examinations, { ...options, failOn: failOnOf(options), nothingAsked });
}

const failOnOf = ({ failOn }: DoctorOptions): Severity => failOn ?? 'error';

function refuseContradictions({ url, start, fix, forgeSession, stdin, dryRun }: DoctorOptions): void {
	const wrong =
		url !== undefined && start
			? '--url asks a running application, and --start starts one: give one of them'
			: forgeSession && url === undefined
				? '--forge-session needs the address of a running application: --url <address>'
				: dryRun && !fix
					? '--dry-run is for --fix: nothing else writes'
					: stdin && !start
						? '--stdin says who signs in, and nobody does without --start'
						: fix && url !== undefined
							? '--fix mends the project here, which may not be what runs at the address: give one of them'
							: undefined;
	if (wrong) throw new AuthgraftError('AG_USAGE', wrong, 'See authgraft doctor --help.', 2);
}

/** Without a project here an address can still be asked. */
async function hostOf(options: DoctorOptions): Promise<Host | undefined> {
	try {
		return await readHost(await chooseApp({ ...options, install: false, skipRefused: false }));
	} catch (error) {
		const isElsewhere =
			error instanceof AuthgraftError &&
			['AG_NO_PACKAGE_JSON', 'AG_HOST_UNKNOWN', 'AG_WORKSPACE_ROOT'].includes(error.code);
		if (options.url === undefined || !isElsewhere) throw error;
		return undefined;
	}
}

async function examine(host: Host, options: DoctorOptions, examinations: Examination[]) {
	const [{ examined }, { examineHost }, { notSetUp }, { signInOfAnother }] = await Promise.all([
		import('../../../doctor/context.ts'),
		import('../../../doctor/host/index.ts'),
		import('../../../audit/auth-module/index.ts'),
		import('../../host/other-auth.ts'),
	]);
	const context = examined(host, {
		production: options.production,
		variables: process.env,
		command: readManifest().version,
	});
	// Of a project without sign-in there is nothing to say but that.
	if (!context.module) {
		if (options.url !== undefined) return undefined;
		throw (await signInOfAnother(host)) ?? notSetUp(host);
	}
	examinations.push(examineHost(context));
	return context;
}
