import { svelte4Host, svelteConfigHost } from '../support/sveltekit-kinds.ts';
import { thorough } from '../support/thorough.ts';
import { describeSvelteKit2 } from './suites/sveltekit2.ts';

if (thorough) describeSvelteKit2({ kind: svelteConfigHost, authModule: 'src/auth.ts', samePages: true });
describeSvelteKit2({
	kind: svelte4Host,
	authModule: 'src/auth.js',
	untyped: true,
	samePages: true,
	version: '2.5',
	dress: { js: true, stores: true },
});
