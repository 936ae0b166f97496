import type { AuditedSignIn } from '../../audit/index.ts';
import type { Host } from '../../host/host.ts';
import type { CommonOptions } from '../command/common.ts';
import { openHost } from './open.ts';
import { signInOfAnother } from './other-auth.ts';

/**
 * The host of a command that works on guards, with what stands between strangers and its routes.
 * @throws AuthgraftError AG_NOT_SET_UP, and whatever keeps it from being read.
 */
export async function openAudited(options: CommonOptions): Promise<{ host: Host; audit: AuditedSignIn }> {
	const host = await openHost(options);
	const [{ readAudit }, { notSetUp }] = await Promise.all([
		import('../../audit/index.ts'),
		import('../../audit/auth-module/index.ts'),
	]);
	const audit = readAudit(host);
	if (!audit.settings) throw (await signInOfAnother(host)) ?? notSetUp(host);
	return { host, audit: { ...audit, settings: audit.settings } };
}
