import { Node, SyntaxKind } from 'ts-morph';
import type { AuthModule } from '../../audit/auth-module/index.ts';
import { readAdapter } from '../../edits/auth-config/adapter.ts';
import { providerModule } from '../../edits/providers/index.ts';
import { AuthgraftError } from '../../errors.ts';
import type { Host } from '../../host/host.ts';
import { parse } from '../../syntax/source.ts';
import type { AdapterKind } from './adapters.ts';

/**
 * What stands against an adapter, whatever the files look like.
 * @throws AuthgraftError AG_ADAPTER_UNSUPPORTED.
 */
export function checkAdapter(kind: AdapterKind, host: Host, module: AuthModule): void {
	const passkey = module.listed.find(({ from }) => /^(?:passkey|webauthn)$/.test(providerModule(from) ?? ''));
	if (passkey && !kind.passkeys)
		throw unsupported(
			kind,
			`it cannot keep passkeys, and ${module.list} lists ${passkey.local}`,
			'Take drizzle-postgres, which keeps them in PostgreSQL as well.',
		);
	const edge = edgeOf(host);
	if (edge === undefined) return;
	throw unsupported(
		kind,
		`it keeps a connection or a file open between requests, and ${edge} does not allow that`,
		'Make the adapter in the function form of the configuration, from what the request brings along: https://authjs.dev/getting-started/adapters/d1',
	);
}

const unsupported = ({ name }: AdapterKind, why: string, hint: string): AuthgraftError =>
	new AuthgraftError('AG_ADAPTER_UNSUPPORTED', `${name}: ${why}`, hint);

/** Where the application runs, if that is no process that lives on between requests. */
export function edgeOf(host: Host): string | undefined {
	if (/^@sveltejs\/adapter-cloudflare(?:-workers)?$/.test(host.adapter ?? '')) return 'Cloudflare';
	const text = host.configFile === undefined ? undefined : host.read(host.configFile);
	if (host.configFile === undefined || text === undefined) return undefined;
	// `preset: 'cloudflare-pages'` of SolidStart, `adapter({ runtime: 'edge' })` and `{ edge: true }` of SvelteKit's adapters.
	const found = parse(host.configFile, text)
		.ast.getDescendantsOfKind(SyntaxKind.PropertyAssignment)
		.map((property) => ({ name: property.getName(), value: property.getInitializer() }))
		.find(({ name, value }) => {
			const literal = Node.isStringLiteral(value) ? value.getLiteralText() : value?.getText();
			if (name === 'preset') return /^cloudflare|edge|^deno-deploy/.test(literal ?? '');
			return (name === 'runtime' && literal === 'edge') || (name === 'edge' && literal === 'true');
		});
	return found && `${found.name}: ${found.value?.getText()} (${host.configFile})`;
}

/** Hosts of which every deployment begins with an empty disk. */
export const hasNoDisk = ({ adapter }: Host): boolean =>
	/^@sveltejs\/adapter-(?:vercel|netlify)$/.test(adapter ?? '');

/** Whether `credentials` is listed: those work with no sessions but JWTs (docs/specification.md, fault 7). */
export const listsCredentials = ({ listed }: AuthModule): boolean =>
	listed.some(({ from }) => providerModule(from) === 'credentials');

/** The configuration's adapter, as far as the file says. */
export const presentAdapter = (host: Host, { config, configName }: AuthModule) =>
	readAdapter(config, host.read(config) ?? '', configName);
