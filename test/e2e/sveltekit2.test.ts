import { javaScriptHost, viteConfigHost } from '../support/sveltekit-kinds.ts';
import { thorough } from '../support/thorough.ts';
import { describeSvelteKit2 } from './suites/sveltekit2.ts';
import { describeBasePath } from './suites/sveltekit2-base-path.ts';

describeSvelteKit2({
	kind: viteConfigHost,
	authModule: 'src/auth.ts',
	samePages: !thorough,
	dress: { remote: true, more: true },
});
if (thorough)
	describeSvelteKit2({
		kind: javaScriptHost,
		authModule: 'src/auth.js',
		samePages: true,
		dress: { js: true },
	});
if (thorough) describeBasePath();
