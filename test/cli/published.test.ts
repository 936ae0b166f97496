import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Packed, pack } from '../../scripts/lib/release/pack.ts';
import { repository, temporary } from './support/run.ts';
import { publintMessages, readPackage, typeProblems } from './support/runtime-package.ts';

/* Both packages as they are published: what they say of themselves, and what is in them. */

const read = (path: string) => JSON.parse(readFileSync(join(repository, path), 'utf8'));
const command = read('package.json');
const runtime = read('runtime/package.json');

describe('the two packages', () => {
	test('have one version, and are released together', () => {
		expect(runtime.version).toBe(command.version);
		expect(read('.changeset/config.json').fixed).toEqual([[command.name, runtime.name]]);
	});

	test('name the same repository, of which provenance is proved', () => {
		expect(command.repository).toEqual({
			type: 'git',
			url: expect.stringMatching(/^git\+https:\/\/.+\.git$/),
		});
		expect(runtime.repository).toEqual({ ...command.repository, directory: 'runtime' });
		for (const field of ['homepage', 'bugs', 'license']) expect(runtime[field]).toBe(command[field]);
	});

	test.each([command, runtime])(
		'$name is public, with provenance, and says which Node.js it needs',
		(manifest) => {
			expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
			expect(manifest.engines.node).toMatch(/^>=\d+\.\d+$/);
		},
	);
});

interface Component {
	group?: string;
	name: string;
	version: string;
	purl: string;
	hashes?: object[];
	licenses?: object[];
}

describe('what is published', () => {
	let packages: Packed[];
	beforeAll(async () => {
		packages = await pack(join(temporary, 'published'));
	});
	const filesOf = (index: number) => readPackage(readFileSync(packages[index]?.file ?? ''));

	test.each([0, 1])('is as publint wants it: package %i', async (index) => {
		expect(await publintMessages(filesOf(index))).toEqual([]);
	});

	test('of the runtime has the types that it says; the command has nothing to import', async () => {
		expect(await typeProblems(filesOf(0))).toEqual([]);
		const { exports, main, module, types, bin } = JSON.parse(filesOf(1)['package.json'] ?? '');
		expect([exports, main, module, types, bin]).toEqual([
			...[undefined, undefined, undefined, undefined],
			{ authgraft: 'bin/authgraft.cjs' },
		]);
	});

	test.each([0, 1])(
		'has a README that leads somewhere, and nothing for this repository alone: package %i',
		async (index) => {
			const files = filesOf(index);
			const links = [...(files['README.md'] ?? '').matchAll(/\]\(([^)\s]+)/g)].map(
				([, target = '']) => target,
			);
			expect(links.length).toBeGreaterThan(0);
			expect(links.filter((target) => !/^(?:https:\/\/|#)/.test(target))).toEqual([]);
			const manifest = JSON.parse(files['package.json'] ?? '');
			for (const field of ['scripts', 'devDependencies', 'workspaces', 'allowScripts'])
				expect(manifest).not.toHaveProperty(field);
			expect(
				Object.keys(files).filter((path) => /\.test\.|(?<!\.d)\.ts$|^(?:src|test|scripts)\//.test(path)),
			).toEqual([]);
		},
	);

	test('lists what is inside: the packages of which the notices are, each with its licence and digest', async () => {
		const [runtime, command] = [filesOf(0), filesOf(1)];
		const bill = JSON.parse(command['dist/sbom.cdx.json'] ?? '');
		expect(bill).toMatchObject({
			...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
			metadata: {
				component: {
					type: 'application',
					name: 'authgraft',
					purl: expect.stringMatching(/^pkg:npm\/authgraft@/),
				},
			},
		});
		const listed = bill.components.map(
			(one: Component) => `${one.group ? `${one.group}/` : ''}${one.name} ${one.version}`,
		);
		const noticed = [
			...(command['dist/THIRD-PARTY-NOTICES.txt'] ?? '').matchAll(/^(\S+ \d\S*) \([^)]+\)$/gm),
		].map(([, name]) => name);
		expect(noticed.length).toBeGreaterThan(10);
		expect(listed.sort()).toEqual(noticed.sort());
		for (const { purl, hashes, licenses } of bill.components as Component[]) {
			expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/);
			expect(hashes?.[0], purl).toEqual({ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) });
			expect(licenses, purl).toHaveLength(1);
		}
		expect(JSON.parse(runtime['dist/sbom.cdx.json'] ?? '')).toMatchObject({
			metadata: { component: { type: 'library', group: '@authgraft', name: 'runtime' } },
			components: [],
		});
	});
});
