import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Entry } from '../../../src/audit/entry.ts';
import { resident } from '../../../test/gauntlet/command.ts';
import type { Framework } from '../attack/table.ts';
import { edit, makeSolidStart2Host, makeSvelteKit3Host } from '../make-host.ts';
import { exec } from '../process/exec.ts';
import { freePort } from '../process/free-port.ts';
import { type RunningServer, startServer } from '../process/server.ts';
import type { Dress, Rule, World } from './model.ts';
import { secret } from './people.ts';

/** What stays where it is when a project becomes another one. */
const staying = ['node_modules'];
const base = '/app';

/** What differs between the frameworks. */
interface Kind {
	make(folder: string): Promise<void>;
	/** Tells the project where its build will answer. */
	mount(folder: string, base: string, origin: string): Promise<void>;
	/** Arguments for Node that start the build. */
	start: string[];
}

const kinds: Record<Framework, Kind> = {
	sveltekit: {
		async make(folder) {
			await makeSvelteKit3Host(folder);
			const config = join(folder, 'vite.config.ts');
			await edit(
				config,
				'adapter: adapter()',
				'experimental: { remoteFunctions: true },\n\t\t\tadapter: adapter()',
			);
		},
		mount: (folder, base, origin) =>
			edit(
				join(folder, 'vite.config.ts'),
				/adapter: adapter\(\)(,\s*paths: \{[^}]*\})?/,
				`adapter: adapter(),\n\t\t\tpaths: { ${base === '' ? '' : `base: '${base}', `}origin: '${origin}' }`,
			),
		start: ['build'],
	},
	'solid-start': {
		make: makeSolidStart2Host,
		async mount(folder, base) {
			if (base === '') return;
			const options = `defineConfig({\n  base: "${base}/",\n  nitro: { baseURL: "${base}/" },\n`;
			await edit(join(folder, 'vite.config.ts'), 'defineConfig({\n', options);
			await edit(join(folder, 'src/app.tsx'), '<Router', `<Router base="${base}"`);
		},
		start: ['.output/server/index.mjs'],
	},
};

/** Who may see what is for people with a role: `people.ts` says who that is. */
const callbacks = `callbacks: {
		session({ session, token }) {
			Object.assign(session.user ?? {}, { role: token?.role });
			return session;
		}
	},
	`;

/** One project on the disk in which world after world is built: packages are installed once. */
export class Project {
	readonly folder: string;
	readonly framework: Framework;
	readonly origin: string;
	readonly #kept: string;
	#hasBased = false;

	private constructor(folder: string, framework: Framework, origin: string) {
		this.folder = join(folder, 'host');
		this.#kept = join(folder, 'kept');
		this.framework = framework;
		this.origin = origin;
	}

	/**
	 * Makes it as the framework's own starter does, and sets sign-in up in it.
	 * @param prepare runs before packages are installed
	 */
	static async make(
		folder: string,
		framework: Framework,
		prepare: (host: string) => Promise<void> = async () => {},
	): Promise<Project> {
		const project = new Project(folder, framework, `http://127.0.0.1:${await freePort()}`);
		const { make, mount } = kinds[framework];
		await make(project.folder);
		await prepare(project.folder);
		await project.#keep('bare');
		await mount(project.folder, '', project.origin);
		await project.#init();
		await project.#keep('plain');
		return project;
	}

	/** Makes it the host of a world, without rules. */
	async lay({ dress, files }: Pick<World, 'dress' | 'files'>): Promise<void> {
		if (dress.base !== '' && !dress.late) await this.#restoreBased();
		else await this.#restore('plain');
		await this.#settle(dress);
		for (const [path, text] of Object.entries(files)) {
			await mkdir(dirname(join(this.folder, path)), { recursive: true });
			await writeFile(join(this.folder, path), text);
		}
	}

	/** Writes a rule as people do. @returns what the command said when it refused */
	async guard({ args }: Rule): Promise<string | undefined> {
		const { code, output } = await this.#graft('protect-route', ...args, '--yes', '--allow-dirty');
		return code === 0 ? undefined : output;
	}

	async routes(): Promise<Entry[]> {
		const { code, stdout, output } = await this.#graft('routes', '--json');
		if (code !== 0) throw new Error(`authgraft routes ended with ${code}:\n${output}`);
		return (JSON.parse(stdout) as { routes: Entry[] }).routes;
	}

	/** @param dress a base that comes late comes now */
	async build({ base, late }: Dress): Promise<void> {
		if (late) await kinds[this.framework].mount(this.folder, base, this.origin);
		const vite = ['node_modules/vite/bin/vite.js', 'build'];
		const { code, output } = await exec(process.execPath, vite, { cwd: this.folder, timeout: 300_000 });
		if (code !== 0) throw new Error(`The world does not build:\n${output.slice(-3_000)}`);
	}

	start(): Promise<RunningServer> {
		const port = new URL(this.origin).port;
		return startServer({
			cwd: this.folder,
			args: kinds[this.framework].start,
			origin: this.origin,
			env: { HOST: '127.0.0.1', PORT: port, AUTH_URL: this.origin, AUTH_SECRET: secret },
		});
	}

	async #init(...more: string[]): Promise<void> {
		const args = ['init', '--yes', '--providers', 'credentials', ...more];
		const { code, output } = await this.#graft(...args);
		if (code !== 0) throw new Error(`authgraft init ended with ${code}:\n${output}`);
		await edit(join(this.folder, 'src/auth.ts'), 'providers: [', `${callbacks}providers: [`);
	}

	async #settle({ signInPage }: Dress): Promise<void> {
		if (signInPage === '/signin') return;
		await edit(join(this.folder, 'src/auth.ts'), "signIn: '/signin'", `signIn: '${signInPage}'`);
	}

	/** As it is where the base path was there before sign-in; the packages are installed already. */
	async #restoreBased(): Promise<void> {
		if (this.#hasBased) return this.#restore('based');
		await this.#restore('bare');
		await kinds[this.framework].mount(this.folder, base, this.origin);
		await this.#init('--no-install');
		await this.#keep('based');
		this.#hasBased = true;
	}

	#graft = (...args: string[]) => resident([...args, '--cwd', this.folder]);

	async #keep(name: string): Promise<void> {
		const to = join(this.#kept, name);
		await mkdir(to, { recursive: true });
		for (const entry of await this.#entries())
			await cp(join(this.folder, entry), join(to, entry), { recursive: true });
	}

	async #restore(name: string): Promise<void> {
		for (const entry of await this.#entries())
			await rm(join(this.folder, entry), { recursive: true, force: true, maxRetries: 5 });
		await cp(join(this.#kept, name), this.folder, { recursive: true });
	}

	#entries = async (): Promise<string[]> =>
		(await readdir(this.folder)).filter((entry) => !staying.includes(entry));
}
