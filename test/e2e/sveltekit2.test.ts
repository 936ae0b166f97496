import { svelteConfigHost, viteConfigHost } from '../support/sveltekit-kinds.ts';
import { describeSvelteKit2 } from './suites/sveltekit2.ts';

describeSvelteKit2({ kind: viteConfigHost, authModule: 'src/auth.ts' });
describeSvelteKit2({ kind: svelteConfigHost, authModule: 'src/auth.ts' });
