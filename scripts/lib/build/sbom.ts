import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';

/** What package.json says of a package; the licence may be missing. */
interface Named {
	name: string;
	version: string;
	description?: string;
	license?: string;
}

/** The name of a package for programs that look for known vulnerabilities. */
const purl = ({ name, version }: Named): string =>
	`pkg:npm/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`;

/**
 * The software bill of materials of a package: what is inside it. In the format of CycloneDX, which scanners read; without
 * time and number, so that the same source gives the same bytes.
 *
 * @param type what it is
 * @param folder of the package
 * @param inside folders of the packages that are bundled into it
 */
export function sbom(type: 'application' | 'library', folder: string, inside: string[]): string {
	const about = manifestIn(folder);
	const components = inside.map((one) => componentOf('library', manifestIn(one), integrityOf(one)));
	const ref = purl(about);
	return `${JSON.stringify(
		{
			bomFormat: 'CycloneDX',
			specVersion: '1.6',
			version: 1,
			metadata: { component: componentOf(type, about) },
			components,
			dependencies: [
				{ ref, dependsOn: components.map((one) => one['bom-ref']) },
				...components.map((one) => ({ ref: one['bom-ref'] })),
			],
		},
		null,
		'\t',
	)}\n`;
}

const manifestIn = (folder: string): Named => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** What npm has checked when it installed: the digest of the package, in hexadecimal. */
function integrityOf(folder: string): string | undefined {
	const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
	const path = folder.slice(root.length).replaceAll('\\', '/');
	const digest = /^sha512-(\S+)/.exec(packages[path]?.integrity ?? '')?.[1];
	return digest && Buffer.from(digest, 'base64').toString('hex');
}

function componentOf(type: string, about: Named, digest?: string) {
	const [scope, name] = about.name.startsWith('@') ? about.name.split('/') : [undefined, about.name];
	const { license } = about;
	return {
		type,
		'bom-ref': purl(about),
		...(scope ? { group: scope } : {}),
		name,
		version: about.version,
		...(about.description ? { description: about.description } : {}),
		...(digest ? { hashes: [{ alg: 'SHA-512', content: digest }] } : {}),
		...(license
			? { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] }
			: {}),
		purl: purl(about),
	};
}
