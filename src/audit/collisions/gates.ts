import { ts } from 'ts-morph';
import { fileOf, isText, lineOf, within } from '../../syntax/tree/nodes.ts';
import { behind, bindingOf } from '../../syntax/tree/scopes.ts';
import { listed } from '../findings/finding.ts';
import { type OwnGuard, ownGuards } from '../findings/own/guards.ts';
import type { Atom } from '../findings/reading/conditions.ts';
import { isNobody } from '../findings/reading/session-words.ts';
import type { Collision } from './collision.ts';
import { locationOf } from './location.ts';
import { isLeftAbove, isUsualMethod, type Place, pathTruth } from './place.ts';
import { type Truth, together } from './truth.ts';

/** Guards that a host's owner wrote, and that turn away whoever wants to sign in: their session is none of ours. */
export function gateCollisions(scope: readonly ts.Node[], places: readonly Place[]): Collision[] {
	const byLine = new Map<string, { guard: OwnGuard; sure: Place[]; unsure: Place[] }>();
	for (const guard of ownGuards(scope)) {
		const { node } = guard.refusal;
		const key = `${fileOf(node).path}:${lineOf(node)}`;
		const found = byLine.get(key) ?? { guard, sure: [], unsure: [] };
		byLine.set(key, found);
		for (const place of places) {
			const truth = truthAt(guard, place);
			if (truth === 'yes') found.sure.push(place);
			if (truth === 'may') found.unsure.push(place);
		}
	}
	return [...byLine.values()].flatMap(({ guard, sure, unsure }) => {
		if (sure.length > 0) return told(guard, sure, true);
		return unsure.length > 0 ? told(guard, unsure, false) : [];
	});
}

function truthAt({ holds, refusal }: OwnGuard, place: Place): Truth {
	if (refusal.guessed && holds.length === 0) return 'may';
	if (isLeftAbove(refusal.node, place)) return 'no';
	// `!locals.tenant` is no question of who is there, where the answer is that there is no such page.
	if (refusal.status === 404 && !holds.some((atom) => isNobody(atom, true) && !isVague(atom))) return 'no';
	const truth = together(holds.map((atom) => atomTruth(atom, place)));
	return refusal.guessed && truth === 'yes' ? 'may' : truth;
}

function atomTruth(atom: Atom, place: Place): Truth {
	const { node, truthy } = atom;
	const known = pathTruth(node, truthy, place) ?? isUsualMethod(node, truthy);
	if (known) return known;
	// `!isPublic(event)`, of another package: it opens paths that nobody can see.
	if (choosesPaths.test(node.getText())) return 'may';
	if (isNobody(atom)) return 'yes';
	return !truthy && /^(?:building|dev|browser)$/.test(node.getText()) ? 'yes' : 'no';
}

/** Something that hooks keep for a request, and that may be anything: `locals.tenant`, `const { tenant } = locals`. */
function isVague({ node }: Atom): boolean {
	const names = within(node).filter((part) => ts.isIdentifier(part));
	const values = names.flatMap((name) => {
		const binding = bindingOf(name.text, name);
		return binding?.kind === 'value' && binding.value ? binding.value.getText() : [];
	});
	const text = [node.getText(), ...values].join(' ');
	return (
		/\b(?:locals|cookies)\b/.test(text) &&
		!/auth|user|session|token|jwt|login|logged|account|sid\b/i.test(text)
	);
}

const choosesPaths =
	/(?:^|[^a-z])(?:is|needs|requires?|should|matches)?_?(?:public|open|protected|private|guarded|secured?|allowed|excluded|ignored|skip|whitelist|allowlist)[a-z]*(?:route|path|page|url)?s?\b/i;

function told({ refusal }: OwnGuard, places: readonly Place[], isSure: boolean): Collision[] {
	const { node, status } = refusal;
	const shown = [...new Set(places.map((place) => place.shown))];
	const target = locationOf(node);
	const location = target && behind(target);
	const isRedirect = status === undefined || (status > 300 && status < 309);
	const there = isText(location) && location.text !== '' ? ` to ${location.text}` : ' elsewhere';
	const what = isRedirect ? `whom it does not know${there}` : `whom it does not know away (${status})`;
	const sends = `${isSure ? '' : 'may '}${isRedirect ? 'send' : 'turn'}${isSure ? 's' : ''} everybody`;
	const aim = places.every(({ isSignOut }) => isSignOut) ? 'out' : 'in';
	const text = `${sends} ${what}: let ${listed(shown)} through, or nobody can sign ${aim}.`;
	return [{ code: 'own-gate', file: fileOf(node).path, line: lineOf(node), text }];
}
