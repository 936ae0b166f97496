// npm run fuzz [-- --minutes <number> --target <name> --seed <number>]: texts that look nearly right, for every reader.
import { registerHooks } from 'node:module';
import { bootstrap, root } from './bootstrap.mjs';

await bootstrap();
const { pathToFileURL } = await import('node:url');
const home = pathToFileURL(`${root}/`).href;
registerHooks({
	// The runtime's source names its files as they are called once they are built.
	resolve(specifier, context, next) {
		const isOurs =
			context.parentURL?.startsWith(`${home}runtime/src/`) && /^\.{1,2}\/.*\.js$/.test(specifier);
		return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
	},
	// Tells the recorder of test/edits what is spliced, as its tests do it with a mock.
	load(url, context, next) {
		const loaded = next(url, context);
		if (url !== `${home}src/edits/splice/edit.ts`) return loaded;
		const name = 'export function applyEdits(';
		const source = String(loaded.source);
		if (!source.includes(name)) throw new Error('applyEdits is written in another way now');
		const recording = `import { record } from '${home}test/edits/recorder.ts';
export function applyEdits(source, edits) { record(source, edits); return splice(source, edits); }
function splice(`;
		return { ...loaded, source: source.replace(name, recording) };
	},
});
const { fuzz } = await import('./lib/fuzz/index.ts');
process.exit(await fuzz(process.argv.slice(2)));
