import { javaScriptHost, svelte4Host } from '../support/sveltekit-kinds.ts';
import { describeSvelteKit2 } from './suites/sveltekit2.ts';

describeSvelteKit2({ kind: javaScriptHost, authModule: 'src/auth.js' });
describeSvelteKit2({ kind: svelte4Host, authModule: 'src/auth.js', untyped: true });
