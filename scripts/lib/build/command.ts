import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { root } from '../../bootstrap.mjs';
import { sharedChunks } from './chunks.ts';
import { withoutCompiler } from './compiler.ts';
import { lateModules } from './late.ts';
import { precompiledTemplates } from './precompile.ts';
import { sbom } from './sbom.ts';
import { withoutChanges } from './wrappers.ts';

/**
 * Bundles the command line into dist/cli: few files to read instead of hundreds halve the start of `init`, and `npx`
 * has next to nothing to install. Code that is imported lazily stays in files of its own.
 */
export async function bundle(dist: string): Promise<void> {
	const dir = join(dist, 'cli');
	const asCommonJs: OutputOptions = {
		dir,
		// For Node less work than ES modules, whose imports of its own modules besides load all that those have.
		format: 'cjs',
		dynamicImportInCjs: false,
		externalLiveBindings: false,
		entryFileNames: '[name].cjs',
	};
	const command = await bundleProgram('main', 'src/cli/main.ts', {
		...asCommonJs,
		chunkFileNames: ({ facadeModuleId }) => `${commandOf(facadeModuleId) ?? '[name]'}.cjs`,
		codeSplitting: sharedChunks,
	});
	// What the package has for Node is CommonJS already, of which nothing can be left out.
	const yaml = await bundleProgram('yaml', 'node_modules/yaml/browser/index.js', {
		...asCommonJs,
		exports: 'named',
	});
	// A program of its own, which src/generators/providers/derive/process.ts starts; what it loads are ES modules.
	const derive = await bundleProgram('derive-providers', 'src/generators/providers/derive/child.ts', { dir });
	const inside = packagesOf([...command, ...yaml, ...derive]);
	writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), notices(inside));
	writeFileSync(join(dist, 'sbom.cdx.json'), sbom('application', root, inside));
}

/** Gives the files back that went into it. */
async function bundleProgram(name: string, file: string, output: OutputOptions): Promise<string[]> {
	const build = await rolldown({
		input: { [name]: join(root, file) },
		platform: 'node',
		resolve: {
			// jsonc-parser's main entry is a module format that no bundler can see through.
			mainFields: ['module', 'main'],
		},
		plugins: [
			precompiledTemplates,
			lateModules,
			withoutLibFiles,
			withoutGlobs,
			withoutChanges,
			withoutCompiler,
			shrink,
		],
		// How long it took on a busy machine is no mistake, nor is an import that is late in one place only.
		checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
	});
	const written = await build.write(output);
	await build.close();
	return written.output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** All commands have their work in a `run.ts`: in a stack trace the command's name says more. */
const commandOf = (id: string | null): string | undefined =>
	/[\\/]commands[\\/]([\w-]+)[\\/]run\.ts$/.exec(id ?? '')?.[1];

/**
 * ts-morph carries the texts of TypeScript's lib files, 2.9 MB, and nothing here checks types. It also keeps the names of its files in
 * the order of a language, for which Node loads 10 ms of rules.
 */
const withoutLibFiles: Plugin = {
	name: 'without-lib-files',
	transform(code, id) {
		if (!id.endsWith('ts-morph-common.js')) return null;
		const start = code.indexOf('const libFiles = [');
		const end = code.indexOf('}];', start) + 3;
		const order = 'a.localeCompare(b, "en-us-u-kf-upper")';
		if (start === -1 || end < start || !code.includes(order))
			throw new Error('ts-morph keeps its lib files, or the order of its files, in another form now');
		return `${code.slice(0, start)}const libFiles = [];${code.slice(end)}`.replace(
			order,
			'a < b ? -1 : Number(a > b)',
		);
	},
};

/** With these ts-morph looks for files on a disk. Its project here is in memory, and what it gets it is given. */
const withoutGlobs: Plugin = {
	name: 'without-globs',
	resolveId: (id, importer = '') =>
		/^(?:minimatch|tinyglobby)$/.test(id) && importer.endsWith('ts-morph-common.js') ? '\0globs' : null,
	load: (id) => (id === '\0globs' ? 'module.exports = {};' : null),
};

/**
 * Makes the files small, which is what the start of a run costs: of our own code only the blanks go, so that a stack
 * trace in a bug report says something. Everything outside of ASCII is escaped, which is the same program: V8 then keeps
 * the source in one byte a character, and need not decode it.
 */
const shrink: Plugin = {
	name: 'shrink',
	generateBundle(_, output) {
		for (const chunk of Object.values(output)) {
			if (chunk.type !== 'chunk') continue;
			const own = chunk.moduleIds.some((id) => !id.includes('/node_modules/'));
			const { code } = minifySync(chunk.fileName, chunk.code, {
				module: !chunk.fileName.endsWith('.cjs'),
				compress: true,
				mangle: !own,
				codegen: { removeWhitespace: true },
			});
			chunk.code = code.replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
		}
	},
};

/** The folders of the packages that are bundled. */
function packagesOf(modules: string[]): string[] {
	const folders = new Set(modules.filter((id) => id.includes('/node_modules/')).map(packageFolder));
	// ts-morph has TypeScript inside.
	folders.add(join(root, 'node_modules/typescript'));
	return [...folders].sort();
}

/** The licences of what is bundled, as they ask for. */
function notices(packages: string[]): string {
	const texts = packages.map((folder) => {
		const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
		const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|third-?party)/i.test(file));
		const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
		return `${name} ${version} (${license})\n\n${text}\n`;
	});
	return `authgraft contains the following packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function packageFolder(module: string): string {
	let folder = dirname(module);
	// Some packages have a package.json without a name in a subfolder.
	while (!existsSync(join(folder, 'package.json')) || !named(folder)) folder = dirname(folder);
	return folder;
}

const named = (folder: string): boolean =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name !== undefined;
