/** What was done with a host, from the least to the most. Each step includes those before it. */
export const proofs = ['planned', 'type-checked', 'built', 'signed in'] as const;
export type Proof = (typeof proofs)[number];

export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun' | 'deno';
export const managers: readonly Manager[] = ['npm', 'pnpm', 'yarn', 'bun', 'deno'];

/** Where the application lies: the root of its repository, a member of a workspace, a folder that is no workspace's. */
export type Layout = 'repository root' | 'workspace member' | 'sub-folder';
export const layouts: readonly Layout[] = ['repository root', 'workspace member', 'sub-folder'];

export interface MatrixHost {
	/** Folder below `test/fixtures/hosts`. */
	fixture: string;
	/** For people. */
	name: string;
	language: 'TypeScript' | 'JavaScript';
}

export const matrixHosts: readonly MatrixHost[] = [
	{ fixture: 'sveltekit3', name: 'SvelteKit 3', language: 'TypeScript' },
	{ fixture: 'sveltekit3-js', name: 'SvelteKit 3', language: 'JavaScript' },
	{ fixture: 'sveltekit2', name: 'SvelteKit 2, vite.config', language: 'TypeScript' },
	{ fixture: 'sveltekit2-classic', name: 'SvelteKit 2, svelte.config', language: 'TypeScript' },
	{ fixture: 'sveltekit2-js', name: 'SvelteKit 2, vite.config', language: 'JavaScript' },
	{ fixture: 'sveltekit2-svelte4', name: 'SvelteKit 2.5, Svelte 4', language: 'JavaScript' },
	{ fixture: 'solidstart2', name: 'SolidStart 2', language: 'TypeScript' },
	{ fixture: 'solidstart2-js', name: 'SolidStart 2', language: 'JavaScript' },
	{ fixture: 'solidstart1', name: 'SolidStart 1', language: 'TypeScript' },
	{ fixture: 'solidstart1-js', name: 'SolidStart 1', language: 'JavaScript' },
];

/** Tests with a real install. Everything else in the matrix is planned by `test/cli/matrix.test.ts` itself. */
export interface RealInstall {
	fixture: string;
	manager: Manager;
	layout: Layout;
	proof: Proof;
	/** The test file, and a text in it that names this case. */
	by: [file: string, text: string];
}

const sveltekit2 = (fixture: string, kind: string, file = 'sveltekit2'): RealInstall => ({
	fixture,
	manager: 'npm',
	layout: 'repository root',
	proof: 'signed in',
	by: [`test/e2e/${file}.test.ts`, `kind: ${kind}`],
});

const managed = (manager: Manager, layout: Layout, proof: Proof, text: string): RealInstall => ({
	fixture: 'sveltekit3',
	manager,
	layout,
	proof,
	by: ['test/e2e/package-managers.test.ts', text],
});

export const realInstalls: readonly RealInstall[] = [
	managed('pnpm', 'repository root', 'signed in', "'pnpm'"),
	managed('bun', 'repository root', 'signed in', "'bun'"),
	managed('yarn', 'repository root', 'type-checked', "'yarn'"),
	managed('pnpm', 'workspace member', 'type-checked', 'an application in a pnpm workspace'),
	{
		fixture: 'sveltekit3',
		manager: 'npm',
		layout: 'repository root',
		proof: 'signed in',
		by: ['test/e2e/sveltekit3.test.ts', 'describeProduction('],
	},
	sveltekit2('sveltekit2', 'viteConfigHost'),
	sveltekit2('sveltekit2-classic', 'svelteConfigHost', 'sveltekit2-older'),
	sveltekit2('sveltekit2-js', 'javaScriptHost'),
	sveltekit2('sveltekit2-svelte4', 'svelte4Host', 'sveltekit2-older'),
	{
		fixture: 'solidstart2',
		manager: 'npm',
		layout: 'repository root',
		proof: 'signed in',
		by: ['test/e2e/solidstart2.test.ts', 'describeBrowser('],
	},
	{
		fixture: 'solidstart2-js',
		manager: 'npm',
		layout: 'repository root',
		proof: 'built',
		by: ['test/e2e/solidstart2.test.ts', "'solidstart2-js'"],
	},
	{
		fixture: 'solidstart1',
		manager: 'npm',
		layout: 'repository root',
		proof: 'signed in',
		by: ['test/e2e/solidstart1.test.ts', 'describeBrowser('],
	},
];
