import { expect, test } from 'vitest';
import type { Entry } from '../../../src/audit/entry.ts';
import { isOpen, saysOpen } from '../../support/attack-agreement.ts';
import type { Attacker } from '../../support/attack-attacker.ts';
import { control, forRole, guarded, openSecretsOf, secretsOf } from '../../support/attack-secrets.ts';
import type { Attacked } from './attack-suite.ts';

/** What `authgraft routes` reads in the code, held against what a stranger gets. */
export function describeAudit(get: () => Attacked, attacker: Attacker): void {
	const { framework, more, functions } = attacker.options;
	const parts = more ? [guarded, forRole, control] : [guarded];

	/** Every secret that calls of functions give away, and tricks that get past a layout. */
	const toldByTricks = async (): Promise<Set<string>> => {
		const told = new Set<string>();
		for (const part of parts) {
			const secrets = [...secretsOf(framework, part), ...openSecretsOf(part)];
			for (const row of attacker.rows.filter((one) => JSON.stringify(one).match(/\{(function|layered)/))) {
				const outcomes = await attacker.run(row, part, attacker.target(part, [], secrets));
				for (const { leaks, ran } of outcomes) for (const secret of [...leaks, ...ran]) told.add(secret);
			}
		}
		return told;
	};

	test('`authgraft routes` says of each route and function what a stranger finds', async () => {
		const { stdout, code, output } = await get().host.graft('routes', '--json');
		expect(code, output).toBe(0);
		const { routes } = JSON.parse(stdout) as { routes: Entry[] };
		const told = await toldByTricks();
		const target = attacker.target(guarded, [], []);
		const measured = new Map<string, boolean>();
		for (const entry of routes) {
			const open = await isOpen(entry, target, told);
			if (open !== undefined) measured.set(labelOf(entry), open);
		}
		const said = routes.filter((entry) => measured.has(labelOf(entry)));
		const inWords = (open: boolean | undefined) => (open ? 'open' : 'closed');
		const wrong = said
			.filter((entry) => saysOpen(entry) !== measured.get(labelOf(entry)))
			.map((entry) => `${labelOf(entry)}: "${entry.guard}", but ${inWords(measured.get(labelOf(entry)))}`);
		expect(wrong, wrong.join('\n')).toEqual([]);
		// It has seen both, and everything that the fixture has in its parts.
		expect(new Set(measured.values())).toEqual(new Set([true, false]));
		const ofParts = routes.filter(({ id }) =>
			parts.some((part) => new RegExp(`/${part}[/.]`).test(`${id}/`)),
		);
		expect(ofParts.filter((entry) => !measured.has(labelOf(entry)))).toEqual([]);
		const kinds = new Set(ofParts.map(({ kind }) => kind));
		expect(kinds.has(framework === 'sveltekit' ? 'remote function' : 'server function')).toBe(functions);
		expect(kinds).toContain('endpoint');
	});
}

const labelOf = ({ kind, id, name }: Entry): string => [kind, id, name].filter(Boolean).join(' ');
