import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { fixtureFolders } from '../edits/fixtures.ts';
import { type Expected, fixtures, layBase, readText, type Shape, type Skipped, write } from './shape.ts';

/** Where the file that a transform edits stands in a real host. */
interface Place {
	base: string;
	path(extension: string): string;
	/** The names of inputs that can stand there; others belong to other files. */
	inputs?: RegExp;
	/** Inputs that the host is asked about before the transform is: init goes another way then, and leaves the file. */
	passedOver?: RegExp;
	/** What the host needs around that file. */
	prepare?(folder: string, path: string): void;
}

const viteConfig = (middleware: string) => `import { solidStart } from "@solidjs/start/config";
import { nitro } from "nitro/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [solidStart({ middleware: "./${middleware}" }), nitro()] });
`;

const places: Record<string, Place> = {
	'wiring/hooks': { base: 'sveltekit3', path: (extension) => `src/hooks.server${extension}` },
	'load/session': { base: 'sveltekit3', path: (extension) => `src/routes/+layout.server${extension}` },
	'env/declared': { base: 'sveltekit3', path: (extension) => `src/env${extension}` },
	'app-types/fit': { base: 'sveltekit3', path: () => 'src/app.d.ts', inputs: /\.d\.ts$/ },
	'package-json/dependencies': { base: 'sveltekit3', path: () => 'package.json', prepare: listFramework },
	'wiring/middleware': {
		base: 'solidstart2',
		path: (extension) => `src/middleware${extension}`,
		prepare: (folder, path) => write(folder, 'vite.config.ts', viteConfig(path)),
	},
	'wiring/register-middleware': {
		base: 'solidstart2',
		path: (extension) => `vite.config${extension}`,
		passedOver: /\bmiddleware: ['"]/,
		prepare: addMiddleware,
	},
};

/** The config of SolidStart 1, whose options are the argument of another function. */
const appConfig: Place = {
	base: 'solidstart1',
	path: (extension) => `app.config${extension}`,
	passedOver: /\bmiddleware: ['"]/,
	prepare: addMiddleware,
};

/** The fixtures of the transforms, each at its real place in a host. */
export function editShapes(): (Shape | Skipped)[] {
	const root = join(fixtures, 'edits');
	const folders = fixtureFolders();
	const gone = Object.keys(places).filter((name) => !folders.includes(name));
	if (gone.length > 0) throw new Error(`No fixtures for ${gone.join(', ')}`);
	return folders.flatMap((transform): (Shape | Skipped)[] => {
		const place = places[transform];
		const shapes = readdirSync(join(root, transform));
		if (!place) {
			const skipped = `${shapes.length} shapes that have no file of their own in a host`;
			return [{ name: `edits/${transform}`, skipped }];
		}
		return shapes.map((shape) =>
			editShape(`edits/${transform}/${shape}`, join(root, transform, shape), place),
		);
	});
}

function editShape(name: string, folder: string, usual: Place): Shape | Skipped {
	const request = JSON.parse(readText(join(folder, 'request.json')) ?? '{}');
	const { protect = [], call, ...rest } = request;
	const place = call === 'defineConfig' ? appConfig : usual;
	const inexpressible = Object.keys(rest);
	if (inexpressible.length > 0) return { name, skipped: `no flag asks for ${inexpressible.join(', ')}` };
	const input = readdirSync(folder).find((file) => file.startsWith('input.'));
	if (!input) return { name, skipped: 'has no input' };
	if (place.inputs?.test(input) === false) return { name, skipped: `${input} is not ${place.path('')}` };
	const path = place.path(extname(input));
	return {
		name,
		args: protect.flatMap((guarded: string) => ['--protect', guarded]),
		expected: place.passedOver?.test(readText(join(folder, input)) ?? '')
			? { outcome: 'applied', change: { path, kind: 'skip' } }
			: expectedOf(folder, path),
		ownProcess: false,
		build(host) {
			layBase(host, place.base);
			// The base may have the file with another extension.
			for (const extension of ['.ts', '.js']) rmSync(join(host, place.path(extension)), { force: true });
			write(host, path, readFileSync(join(folder, input)));
			place.prepare?.(host, path);
			// Odd permission bits, so that somebody notices when they are lost.
			chmodSync(join(host, path), 0o750);
		},
	};
}

const alreadyConfigured = /already configured/i;

function expectedOf(folder: string, path: string): Expected {
	const refusal = readText(join(folder, 'refusal.txt'))?.trimEnd();
	const unchanged = readText(join(folder, 'unchanged.txt'))?.trimEnd();
	if (alreadyConfigured.test(refusal ?? unchanged ?? '')) return { outcome: 'already configured' };
	if (unchanged !== undefined) return { outcome: 'applied', change: { path, kind: 'skip' } };
	const notes = readText(join(folder, 'notes.txt'))?.split('\n').filter(Boolean) ?? [];
	if (refusal === undefined) return { outcome: 'applied', change: { path, kind: 'modify' }, says: notes };
	const [, line, reason = ''] = /^(?:line (\d+): )?([\s\S]*)$/.exec(refusal) ?? [];
	return {
		outcome: 'refused',
		says: /^(?:package\.json|(?:vite|app)\.config)/.test(path) ? [] : [reason],
		change: { path, kind: 'refuse', ...(line === undefined ? {} : { line: Number(line) }) },
	};
}

/** A package.json without SvelteKit is no host. Spliced in, so that the file keeps its habits. */
function listFramework(folder: string, path: string): void {
	const [, mark = '', text = ''] =
		/^(\uFEFF?)([\s\S]*)$/.exec(readFileSync(join(folder, path), 'utf8')) ?? [];
	const errors: ParseError[] = [];
	const manifest = parse(text, errors);
	// What is no JSON object stays as it is: init has to say so.
	if (errors.length > 0 || typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
		return;
	const section = Array.isArray(manifest.devDependencies) ? 'dependencies' : 'devDependencies';
	const edits = modify(text, [section, '@sveltejs/kit'], '^3.2.0', {});
	write(folder, path, mark + applyEdits(text, edits));
}

/** A config that names a middleware needs the file. */
function addMiddleware(folder: string, path: string): void {
	const [, file] = /middleware: ['"]\.\/([^'"]+)['"]/.exec(readFileSync(join(folder, path), 'utf8')) ?? [];
	if (file)
		write(
			folder,
			file,
			"import { createMiddleware } from '@solidjs/start/middleware';\n\nexport default createMiddleware({});\n",
		);
}
