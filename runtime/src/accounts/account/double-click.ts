import type { AccountAnswer } from '../../core/accounts.js';
import type { VisitorFlow } from './visitor.js';

/**
 * A double click is one: the same form, sent again by the same browser before the first was answered, gets that one's answer.
 * Else an account would be deleted twice, with two mails, and a session that was renewed would end at once.
 * Around the proof: of two passwords that are looked at, one is done long before the other.
 */
export function oneAtATime(flow: VisitorFlow): VisitorFlow {
	const running = new Map<string, Promise<AccountAnswer>>();
	return (context, resolved, request, visitor) => {
		const key = JSON.stringify([visitor.session, request.headers.get('cookie'), request.fields]);
		const known = running.get(key);
		if (known) return known;
		const answer = flow(context, resolved, request, visitor).finally(() => running.delete(key));
		running.set(key, answer);
		return answer;
	};
}
