// node edge-runtime.mjs <port> <ES module> <folder with node_modules>: Vercel's edge functions, in the VM that Vercel wrote for them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [port, file, packages] = process.argv.slice(2);
const { EdgeRuntime, runServer } = createRequire(`${packages}/package.json`)('edge-runtime');

const text = readFileSync(file, 'utf8');
const body = text.replace(/export\s*\{\s*(\w+) as default\s*;?\s*\};?/, 'globalThis.__handler = $1;');
if (body === text) throw new Error(`${file} has no default export that is read here`);
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(AUTH|VERCEL)/.test(name)));
// The VM takes a script, and no module; awaits at the top of a module wait in a function here.
const initialCode = `globalThis.process = { env: ${JSON.stringify(env)} };
const ready = (async () => {${body}
})();
addEventListener('fetch', (event) => event.respondWith(
	ready.then(() => globalThis.__handler(event.request, { waitUntil: (promise) => event.waitUntil(promise) }))
));`;
await runServer({ runtime: new EdgeRuntime({ initialCode }), host: '127.0.0.1', port: Number(port) });
