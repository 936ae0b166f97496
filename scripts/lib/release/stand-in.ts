import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { freePort } from '../process/free-port.ts';
import type { Packed } from './pack.ts';

export interface StandIn {
	/** With a slash at the end. */
	url: string;
	/** The paths that it was asked for of ours, in order. */
	asked: string[];
	close(): Promise<void>;
}

/** These names are never asked for elsewhere: what is not given is not there, whoever may own them by then. */
const isOurs = (path: string): boolean => /^\/(?:authgraft(?:\/|$)|@authgraft\/|-\/ours\/)/.test(path);

/** Managers take a version that is younger than a day, or than the project allows, for one to be careful with. */
const published = '2020-01-01T00:00:00.000Z';

/**
 * A registry on 127.0.0.1 that has the given packages, as if they were published, and sends whoever asks for another one
 * on to the real registry.
 *
 * @param upstream the registry of the machine, with a slash at the end
 */
export async function standIn(packages: Packed[], upstream: string): Promise<StandIn> {
	const port = await freePort();
	const url = `http://127.0.0.1:${port}/`;
	const documents = new Map<string, string>();
	const tarballs = new Map<string, Buffer>();
	for (const { manifest, file } of packages) {
		const bytes = await readFile(file);
		const path = `/-/ours/${basename(file)}`;
		tarballs.set(path, bytes);
		documents.set(`/${manifest.name}`, documentOf(manifest, bytes, url.slice(0, -1) + path));
	}
	const asked: string[] = [];
	const server = createServer((request, response) => {
		const path = decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? '/');
		if (!isOurs(path)) {
			response.writeHead(302, { location: new URL((request.url ?? '/').slice(1), upstream).href }).end();
			return;
		}
		asked.push(path);
		const document = documents.get(path);
		const tarball = tarballs.get(path);
		if (document !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(document);
		else if (tarball) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(tarball);
		else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const close = async () => {
		const closed = new Promise((resolve) => server.close(resolve));
		server.closeAllConnections();
		await closed;
	};
	return { url, asked, close };
}

/** What a registry says of a package that has one version. */
function documentOf(manifest: Packed['manifest'], bytes: Buffer, tarball: string): string {
	const { name, version } = manifest;
	const digest = (algorithm: string, encoding: 'base64' | 'hex') =>
		createHash(algorithm).update(bytes).digest(encoding);
	const dist = { tarball, integrity: `sha512-${digest('sha512', 'base64')}`, shasum: digest('sha1', 'hex') };
	return JSON.stringify({
		_id: name,
		name,
		'dist-tags': { latest: version },
		versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
		time: { created: published, modified: published, [version]: published },
	});
}
