import type { HostContext } from '../../doctor/context.ts';
import type { Credentials } from '../../doctor/start/flow.ts';
import type { Tried } from '../../doctor/start/index.ts';
import { installCommand, needsInstall, ourPackages } from '../install/index.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { paint, say } from '../terminal/output.ts';

/**
 * Builds and starts the project, signs in and out, and says what was seen to hold.
 * @param credentials who signs in; without, a test person of development.
 * @throws AuthgraftError AG_CANCELLED (exit 130) on Ctrl-C; what was started has ended then.
 */
export async function tryOut(context: HostContext, credentials?: Credentials): Promise<Tried> {
	if (needsInstall(context.host, ourPackages)) return notInstalled(context);
	const { tryOut: attempt } = await import('../../doctor/start/index.ts');
	const result = await interruptible((signal) =>
		attempt(context, { signal, credentials, say: (line) => say(paint('dim', line)) }),
	);
	if (result.proofs.length > 0) say(`${paint('green', 'Seen:')} ${result.proofs.join(', ')}.`);
	return result;
}

const notInstalled = ({ host }: HostContext): Tried => {
	const why = `the packages are not installed: ${installCommand(host)}`;
	return { asked: false, proofs: [], found: [], unanswered: [{ check: 'build', state: 'unknown', why }] };
};
