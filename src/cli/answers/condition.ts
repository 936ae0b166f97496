import type { Condition } from '../../edits/condition.ts';
import { AuthgraftError } from '../../errors.ts';

/**
 * What `--role` and `--when` say, checked before it ends up in code.
 * @throws AuthgraftError AG_CONDITION_INVALID (exit 2).
 */
export async function readCondition(options: {
	role?: string;
	when?: string;
}): Promise<Condition | undefined> {
	const { role, when } = options;
	if (role !== undefined && when !== undefined)
		throw wrong(
			'--role and --when are two conditions',
			'Give one of them: --when can check the role as well.',
		);
	if (role !== undefined) return { role: checkRole(role) };
	return when === undefined ? undefined : { when: await checkExpression(when.trim()) };
}

const wrong = (message: string, hint: string): AuthgraftError =>
	new AuthgraftError('AG_CONDITION_INVALID', message, hint, 2);

function checkRole(role: string): string {
	if (!/^[\p{L}\p{N}_.:@-]+$/u.test(role))
		throw wrong(
			`--role ${JSON.stringify(role)}: a role is one word, of letters, digits and _ . : @ -`,
			'For anything else write an expression: --when "session.user.role === \'…\'"',
		);
	return role;
}

/** The expression goes into `(session) => …` as it is, so it has to be one, and nothing else. */
async function checkExpression(text: string): Promise<string> {
	const example = 'For example --when "session.user.email?.endsWith(\'@example.com\')"';
	if (text === '' || /[\r\n]/.test(text)) throw wrong('--when takes one expression on one line', example);
	const { conditionFault } = await import('../../edits/condition.ts');
	const fault = conditionFault(text);
	if (fault) throw wrong(`--when ${text}: ${fault}`, example);
	return text;
}
