import { dashboardSecret } from './sveltekit-pages.ts';

/** The parts of a host under attack: what our guard holds, what it holds for one role, what a hand-written one does. */
export const guarded = 'dashboard';
export const forRole = 'admin';
export const control = 'naive';

/** The one who may see the part for a role; Ada may not. */
export const admin = { email: 'root@test.example', password: 'countess', name: 'Root' };

/** What lies in a guarded part; each has a secret of its own, so that an answer tells which of them got out. */
const kept = {
	sveltekit: [
		...['page', 'action', 'deep', 'api', 'item', 'rest', 'grouped', 'optional'],
		...['layered', 'layered-action', 'layered-endpoint'],
		...['query', 'batch', 'command', 'form', 'live'],
	],
	'solid-start': ['page', 'settings', 'markup', 'api', 'item', 'plain', 'action'],
} as const;

/** What no guard sees: files that the build made or copied. */
const files = ['report', 'file', 'prerendered'] as const;

/** Something that only somebody who is signed in may see: `secretOf('naive', 'api')`. */
export const secretOf = (part: string, kind: string): string =>
	part === guarded && kind === 'page' ? dashboardSecret : `kept-in-${part}-${kind}-behind-the-painting`;

export const secretsOf = (framework: keyof typeof kept, part: string): string[] =>
	kept[framework].map((kind) => secretOf(part, kind));

/** Of files below the path, which everybody can have. */
export const openSecretsOf = (part: string): string[] => files.map((kind) => secretOf(part, kind));

/** On a page that is open to everybody and looks like a guarded one: `/dashboardx`. */
export const besideText = 'open-to-everybody-beside-the-painting';
