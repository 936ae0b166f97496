import { findAuthLibraries } from '../../host/auth/libraries.ts';
import { ifReadable } from '../../host/files/index.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { lineAt } from '../../syntax/text.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { placeOf } from '../variables.ts';

/** Variables that are set, and that nobody reads. */
export const loading = (context: HostContext): Diagnosis[] => [
	...ofOthers(context),
	...unread(context),
	...notLoaded(context),
	...whileBuilding(context),
	...behindProxy(context),
];

/** `npx auth secret` and old guides write names that belong to another library. */
const others: Record<string, string> = {
	BETTER_AUTH_SECRET: 'AUTH_SECRET',
	NEXTAUTH_SECRET: 'AUTH_SECRET',
	NEXTAUTH_URL: 'AUTH_URL',
	BETTER_AUTH_URL: 'AUTH_URL',
};

function ofOthers({ host, environment, module }: HostContext): Diagnosis[] {
	if (!module) return [];
	const libraries = findAuthLibraries(host).map((library) => library.package);
	return environment.all().flatMap((variable) => {
		const ours = others[variable.name];
		if (ours === undefined || variable.value === '') return [];
		if (libraries.includes(variable.name.startsWith('NEXTAUTH') ? 'next-auth' : 'better-auth')) return [];
		return [
			diagnosis('variable-of-other-library', {
				title: `${variable.name} is set, and nothing here reads it`,
				cause: `It belongs to another library; this one reads ${ours}.`,
				evidence: [placeOf(variable)],
				mend: { text: environment.get(ours) ? 'Take it out.' : `Rename it to ${ours}.` },
			}),
		];
	});
}

/** adapter-node of SvelteKit 3 takes its origin from the build. */
function unread({ host, environment }: HostContext): Diagnosis[] {
	if (
		host.framework !== 'sveltekit' ||
		host.generation.major < 3 ||
		host.adapter !== '@sveltejs/adapter-node'
	)
		return [];
	const variable = environment.all().find(({ name, value }) => name === 'ORIGIN' && value !== '');
	const deployed = deployments(host).find(({ text }) =>
		/^[^\S\n]*(?:ENV\s+|-\s*|environment:.*|export\s+)?ORIGIN\s*[=:]/m.test(text),
	);
	if (!variable && !deployed) return [];
	return [
		diagnosis('variable-unread', {
			title: 'ORIGIN is set, and SvelteKit 3 does not read it any more',
			cause:
				'Its adapter takes itself for https:// and the Host header: over plain http every form is refused with 403.',
			evidence: [variable ? placeOf(variable) : { file: deployed?.file ?? '' }],
			mend: {
				text: `Say it in ${host.configFile ?? host.generation.configFile}, or set PROTOCOL_HEADER=x-forwarded-proto behind a proxy.`,
				snippet: "paths: { origin: 'https://example.com' }",
			},
		}),
	];
}

/** What says how a project is run elsewhere. */
export function deployments(host: Host): { file: HostPath; text: string }[] {
	const files = [
		...[
			'Dockerfile',
			'Containerfile',
			'docker-compose.yml',
			'docker-compose.yaml',
			'compose.yml',
			'compose.yaml',
		],
		...[
			'Procfile',
			'fly.toml',
			'render.yaml',
			'railway.json',
			'railway.toml',
			'ecosystem.config.js',
			'ecosystem.config.cjs',
		],
		...['vercel.json', 'netlify.toml', 'wrangler.toml', 'wrangler.jsonc', 'app.yaml'],
	];
	return files.flatMap((file) => {
		const text = ifReadable(() => host.read(file));
		return text === undefined ? [] : [{ file, text }];
	});
}

/** `node build` reads no `.env`, which works while developing. */
function notLoaded({ host, environment, module }: HostContext): Diagnosis[] {
	if (!module || environment.production || deployments(host).length > 0) return [];
	const { text } = host.manifest;
	const script = /"(start|serve|prod(?:uction)?)"\s*:\s*"([^"]*\bnode\s[^"]*)"/.exec(text);
	const [, name = '', line = ''] = script ?? [];
	if (
		!script ||
		!/\b(?:build|\.output)\b/.test(line) ||
		/env-file|dotenv|\benv-cmd\b|\bdoppler\b|\binfisical\b|\bop run\b/.test(line)
	)
		return [];
	const inFiles = environment.files.filter(({ values }) => values.AUTH_SECRET).map(({ file }) => file);
	if (inFiles.length === 0) return [];
	return [
		diagnosis('env-not-loaded', {
			likely: true,
			title: `\`npm run ${name}\` starts a server that reads no ${inFiles.join(', ')}`,
			cause: 'Variables of development are not there in production, unless whatever starts it sets them.',
			evidence: [{ file: 'package.json', line: lineAt(text, script.index) }],
			mend: {
				text: 'Make sure that AUTH_SECRET and AUTH_URL are set where it runs; on your own machine:',
				command: `node --env-file=${inFiles[0]} ${line.replace(/^.*?\bnode\s+/, '')}`,
			},
		}),
	];
}

/** A secret that is read while building is part of what is built. */
function whileBuilding({ host, audit, module }: HostContext): Diagnosis[] {
	if (host.framework !== 'sveltekit' || !module) return [];
	const files = new Set([module.config, module.list, module.file]);
	return [...files].flatMap((file) => {
		const text = audit.sources.text(file) ?? '';
		const found = /import\s*\{([^}]*)\}\s*from\s*['"]\$env\/static\/private['"]/.exec(text);
		if (!found || !/\bAUTH_\w+/.test(found[1] ?? '')) return [];
		return [
			diagnosis('env-static', {
				severity: 'warning',
				title: 'Variables of sign-in are read while building ($env/static/private)',
				cause: 'A build without them fails ("is not exported"), and an image carries them.',
				evidence: [{ file, line: lineAt(text, found.index) }],
				mend: {
					text: 'Read them when the server runs.',
					snippet: `import { env } from '${host.generation.privateEnvModule ?? '$env/dynamic/private'}';`,
				},
			}),
		];
	});
}

/** On plain http SvelteKit 3 refuses every form before any hook runs. */
function behindProxy({ host, environment, module }: HostContext): Diagnosis[] {
	const { framework, generation, adapter, origin, unreadable } = host;
	if (!module || framework !== 'sveltekit' || generation.major < 3 || adapter !== '@sveltejs/adapter-node')
		return [];
	const computed = unreadable.some((option) => option.startsWith('paths.origin'));
	const told = ['PROTOCOL_HEADER', 'HOST_HEADER'].some(
		(name) => environment.get(name) || deployments(host).some(({ text }) => text.includes(name)),
	);
	const address = environment.get('AUTH_URL')?.value;
	const isPlain = address?.startsWith('http://') === true;
	if (computed || told || origin !== undefined || !(isPlain && environment.production)) return [];
	return [
		diagnosis('form-origin', {
			likely: true,
			title: 'Every form will be refused: the address is http, and SvelteKit takes itself for https',
			cause:
				'adapter-node answers POST with 403 "Cross-site POST form submissions are forbidden", before any hook and without a line in the log.',
			evidence: [{ file: host.configFile ?? generation.configFile }],
			mend: {
				text: 'Say the origin when you build.',
				snippet: `paths: { origin: '${new URL(address ?? 'http://localhost:3000').origin}' }`,
			},
		}),
	];
}
