import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import semver from 'semver';
import { findAuthLibraries } from '../../host/auth/libraries.ts';
import { findWiredAuthJs } from '../../host/auth/wired.ts';
import { upwards } from '../../host/files/folders.ts';
import { ifReadable } from '../../host/files/index.ts';
import { staleAdapter } from '../../host/framework/adapter.ts';
import type { Host } from '../../host/host.ts';
import { allDependencies, peekManifest } from '../../host/packages/manifest.ts';
import { needsRecovery } from '../../plan/recover.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis, type Examination, type Unanswered } from '../diagnosis.ts';
import { skew } from './skew.ts';

/** The first version of the core without a critical advisory. */
const safeCore = '0.41.3';

/** What is installed, and what runs it. */
export function packages({ host, module, command }: HostContext, node = process.versions.node): Examination {
	const installed = readInstalled(host);
	return {
		found: [
			...(module && installed.folder ? outOfStep(host, installed) : []),
			...(module && command ? skew(host, installed.versions.get('@authgraft/runtime'), command) : []),
			...copies(installed),
			...nodeVersion(host, node),
			...adapter(host),
			...otherLibraries(host, module !== undefined),
			...tables(host),
			...halfApplied(host),
		],
		unanswered: installed.folder ? [] : notInstalled,
	};
}

const notInstalled: Unanswered[] = [
	{ check: 'package-range', state: 'skipped', why: 'nothing is installed (no node_modules)' },
];

interface Installed {
	/** The nearest node_modules. */
	folder: string | undefined;
	/** Of the packages that sign-in needs, as the project finds them. */
	versions: Map<string, string>;
	/** Every copy of the core: where, and which version. */
	cores: { path: string; version: string }[];
}

const ours = ['@authgraft/runtime', '@auth/core'];

function readInstalled(host: Host): Installed {
	const folders = [...upwards(host.root, host.workspaceRoot ?? host.root)]
		.map((folder) => join(folder, 'node_modules'))
		.filter((folder) => existsSync(folder));
	const versionAt = (folder: string): string | undefined => {
		const version = peekManifest(folder)?.version;
		return typeof version === 'string' && semver.valid(version) ? version : undefined;
	};
	const versions = new Map<string, string>();
	for (const name of ours) {
		const version = folders.flatMap((folder) => versionAt(join(folder, name)) ?? [])[0];
		if (version) versions.set(name, version);
	}
	const cores = new Map<string, string>();
	for (const folder of folders)
		for (const path of corePlaces(folder)) {
			const version = versionAt(path);
			if (version) cores.set(relative(dirname(folder), path).replaceAll('\\', '/'), version);
		}
	return { folder: folders[0], versions, cores: [...cores].map(([path, version]) => ({ path, version })) };
}

/** Packages that were seen to bring a core of their own lie directly in node_modules; pnpm has all side by side. */
function corePlaces(folder: string): string[] {
	const namesIn = (path: string) => (isFolder(path) ? readdirSync(path).slice(0, 5000) : []);
	const below = namesIn(folder).flatMap((name) =>
		name === '.pnpm'
			? namesIn(join(folder, name))
					.filter((one) => one.startsWith('@auth+core@'))
					.map((one) => join(folder, name, one, 'node_modules/@auth/core'))
			: name.startsWith('@')
				? namesIn(join(folder, name)).map((one) => join(folder, name, one, 'node_modules/@auth/core'))
				: [join(folder, name, 'node_modules/@auth/core')],
	);
	return [join(folder, '@auth/core'), ...below].filter((path) => isFolder(path));
}

/** Links are followed: pnpm has nothing else. What lies below a file is none. */
function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}

function outOfStep(host: Host, { versions }: Installed): Diagnosis[] {
	const wanted = allDependencies(host.manifest) as Record<string, string>;
	const install = `${host.packageManager} install`;
	return ours.flatMap((name) => {
		const range = wanted[name];
		const version = versions.get(name);
		if (range === undefined) return [];
		if (version === undefined)
			return [
				diagnosis('package-missing', {
					title: `${name} is listed in package.json, and not installed`,
					cause: 'Nothing that imports it builds or starts.',
					evidence: [{ file: 'package.json' }],
					mend: { text: 'Install what is listed.', command: install },
				}),
			];
		if (!semver.validRange(range) || semver.satisfies(version, range, { includePrerelease: true })) return [];
		return [
			diagnosis('package-range', {
				title: `${name} ${version} is installed, and package.json asks for ${range}`,
				cause: 'What was written for the one may not work with the other.',
				evidence: [{ package: name, version }],
				mend: { text: 'Install what is listed.', command: install },
			}),
		];
	});
}

function copies({ cores }: Installed): Diagnosis[] {
	const versions = new Set(cores.map(({ version }) => version));
	const old = cores.filter(({ version }) => semver.lt(version, safeCore));
	const evidence = (some: typeof cores) =>
		some.map(({ path, version }) => ({ package: '@auth/core', version, path }));
	const [own] = cores;
	const overrides = {
		text: 'Let the whole project have one.',
		snippet: `"overrides": { "@auth/core": "^${safeCore}" }`,
	};
	return [
		...(own && semver.lt(own.version, safeCore)
			? [
					diagnosis('core-vulnerable', {
						title: `@auth/core ${own.version} has a critical advisory; ${safeCore} is the first without`,
						cause: 'Old versions can be tricked into signing in the wrong person.',
						evidence: evidence(old),
						mend: overrides,
					}),
				]
			: []),
		...(versions.size > 1
			? [
					diagnosis('core-copies', {
						title: `There are ${cores.length} copies of @auth/core, in ${[...versions].join(' and ')}`,
						cause:
							'Types of one do not fit the other, and an error of one is none to the other: a wrong password is told as a fault of the server.',
						evidence: evidence(cores),
						mend: overrides,
					}),
				]
			: []),
	];
}

function nodeVersion(host: Host, running: string): Diagnosis[] {
	const { nodeFloor, name } = host.generation;
	const told = [
		...['.nvmrc', '.node-version'].flatMap((file) => ({
			file,
			text: ifReadable(() => host.read(file)) ?? '',
		})),
		...['Dockerfile', 'Containerfile'].flatMap((file) => ({
			file,
			text:
				/^[^\S\n]*FROM\s+(?:\S+\/)?node:(\d+(?:\.\d+){0,2})/im.exec(
					ifReadable(() => host.read(file)) ?? '',
				)?.[1] ?? '',
		})),
	].flatMap(({ file, text }) => {
		const version = /^v?(\d+(?:\.\d+){0,2})\s*$/.exec(text)?.[1];
		return version === undefined ? [] : [{ file, version }];
	});
	// `22` may be any of them, and is the newest one in general.
	const isBelow = (version: string) =>
		!semver.satisfies(
			nodeFloor,
			`<=${version.split('.').length < 3 ? `${version}.999`.replace(/^(\d+)\.999$/, '$1.999.999') : version}`,
		);
	const low = told.find(({ version }) => isBelow(version));
	const [version, evidence] = low
		? [low.version, { file: low.file }]
		: semver.lt(running, nodeFloor)
			? [running, { package: 'node', version: running }]
			: [undefined, undefined];
	if (version === undefined || !evidence) return [];
	return [
		diagnosis('node-version', {
			title: `${name} needs Node.js ${nodeFloor}, and ${low ? `${low.file} says` : 'this is'} ${version}`,
			cause: 'It does not build or start: "is not a function", "does not provide an export", EBADENGINE.',
			evidence: [evidence],
			mend: { text: `Take Node.js ${semver.major(nodeFloor)} in its newest version, or a later one.` },
		}),
	];
}

/** Nothing of ours is to blame, and nobody can sign in to what is not built. */
function adapter(host: Host): Diagnosis[] {
	const stale = staleAdapter(host);
	if (!stale) return [];
	return [
		diagnosis('adapter-stale', {
			title: `${stale.name} ${stale.version} does not build on ${host.generation.name}`,
			cause:
				'It asks SvelteKit for a manifest that SvelteKit 3 no longer makes, and the build ends with adapter_generate_manifest_removed.',
			evidence: [{ package: stale.name, version: stale.version }],
			mend: { text: 'Take a newer one where there is one; @sveltejs/adapter-node builds.' },
		}),
	];
}

/** Half a migration. A library that is listed, and that nothing calls, signs nobody in. */
function otherLibraries(host: Host, isSetUp: boolean): Diagnosis[] {
	const libraries = findAuthLibraries(host).filter(({ authJs }) => authJs);
	if (!isSetUp || libraries.length === 0) return [];
	const wired = findWiredAuthJs(host, libraries);
	const names = libraries.map((library) => library.package);
	return [
		diagnosis('other-library', {
			severity: wired ? 'warning' : 'note',
			title: wired
				? `${wired.library.package} signs people in, too`
				: `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} still listed in package.json`,
			cause: wired
				? "Two libraries with cookies of the same names sign each other's people out."
				: 'Nothing calls it, and it brings a copy of @auth/core along.',
			evidence: [wired ? { file: wired.file, line: wired.line } : { file: 'package.json' }],
			mend: {
				text: 'Take the one out that is no longer used.',
				command: `${host.packageManager} ${host.packageManager === 'npm' ? 'uninstall' : 'remove'} ${names.join(' ')}`,
			},
		}),
	];
}

/** A database of one file that is not there has no tables. */
function tables(host: Host): Diagnosis[] {
	const script = ['db:push', 'db:migrate', 'auth:tables'].find((name) =>
		new RegExp(`"${name}"\\s*:`).test(host.manifest.text),
	);
	const text = ifReadable(() => host.read('.env')) ?? '';
	const path =
		/^[^\S\n]*DATABASE_URL\s*=\s*["']?(?:file:)?(\.{0,2}\/?[\w./-]+\.(?:db|sqlite3?))["']?\s*$/m.exec(
			text,
		)?.[1];
	if (
		script === undefined ||
		path === undefined ||
		!Object.keys(allDependencies(host.manifest)).some((name) => /^@auth\/.*-adapter$/.test(name))
	)
		return [];
	if (path.startsWith('/') ? existsSync(path) : existsSync(join(host.root, path))) return [];
	return [
		diagnosis('tables-missing', {
			title: 'The database of DATABASE_URL is not there yet',
			cause: 'Signing in ends in AdapterError: there are no tables.',
			evidence: [{ variable: 'DATABASE_URL', file: '.env' }],
			mend: { text: 'Make the tables.', command: `npm run ${script}` },
		}),
	];
}

function halfApplied(host: Host): Diagnosis[] {
	if (!needsRecovery(host.root)) return [];
	return [
		diagnosis('half-applied', {
			title: 'A command of authgraft was stopped while it wrote',
			cause: 'Some of its files are there, others are not.',
			evidence: [{ file: '.authgraft' }],
			mend: { text: 'The next command brings the project back to where it was.', command: 'authgraft undo' },
		}),
	];
}
