import type { Target } from '../target.ts';
import { bodies } from './bodies.ts';
import { cookies } from './cookies.ts';
import { edits } from './edits.ts';
import { env } from './env.ts';
import { journals } from './journals.ts';
import { patterns } from './patterns.ts';
import { redirects } from './redirects.ts';
import { tokens } from './tokens.ts';

/** Every reader of what strangers send or projects contain. */
export const targets: readonly Target[] = [
	cookies(),
	tokens(),
	bodies(),
	redirects(),
	patterns(),
	env(),
	journals(),
	edits(),
];
