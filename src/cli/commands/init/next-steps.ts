import { isIgnoredBy } from '../../../edits/gitignore.ts';
import { scriptWith } from '../../../generators/add-adapter/scripts.ts';
import type { InitAnswers } from '../../../generators/context.ts';
import { privateEnvFile } from '../../../generators/env/index.ts';
import { providerOptions } from '../../../generators/providers/index.ts';
import { cwdOption, showFolder } from '../../../host/files/folders.ts';
import { ifReadable } from '../../../host/files/index.ts';
import { shellWord } from '../../../host/files/shell.ts';
import type { Framework, Host } from '../../../host/host.ts';
import { type CallbackUrls, callbackUrls, developmentOrigin } from '../../providers/callback-urls.ts';
import { fillInLines } from '../../providers/describe.ts';

/** What a person does after `init`; `--json` carries it as it is. */
export interface NextSteps {
	start: string;
	signInUrl: string;
	development: boolean;
	/** The env file for what nobody else may know: `.env`. */
	envFile: string;
	/** Variables of it that are still empty. */
	fillIn: string[];
	/** Where the provider has to send people back to; to be registered with the provider. */
	callbackUrls: ({ provider: string } & CallbackUrls)[];
	production: string[];
	/** Commands that build the application for production and start that on this machine; none where it is not known how. */
	tryBuild: string[];
	/** Where images are built: what `.dockerignore` has to name and does not. */
	keepOutOfImages: string[];
	/** What a guard by path cannot see on this framework. */
	guardNote: string | undefined;
}

const guardNotes: Record<Framework, (paths: string) => string> = {
	sveltekit: (paths) =>
		`Remote functions name their own path, so no rule sees them. Guard those behind it, too: authgraft protect-route ${paths}`,
	'solid-start': (paths) =>
		`Server functions and client-side navigation pass by the rule. Guard those behind it, too: authgraft protect-route ${paths}`,
};

export function nextSteps(host: Host, { providers, basePath, pages, protect }: InitAnswers): NextSteps {
	const remote = providers.filter(({ type }) => type === 'oauth' || type === 'oidc');
	return {
		start: `${host.packageManager} ${host.packageManager === 'deno' ? 'task' : 'run'} dev`,
		signInUrl: `${developmentOrigin(host)}${host.base ?? ''}${pages.signIn ?? '/signin'}`,
		development: providers.some(({ id }) => id === 'development'),
		envFile: privateEnvFile(host),
		fillIn: providers
			.flatMap((fact) => providerOptions(fact))
			.flatMap(({ variable, option }) => (option.required ? [variable] : [])),
		callbackUrls: remote.map(({ id, name }) => ({ provider: name, ...callbackUrls(host, basePath, id) })),
		production: ['AUTH_SECRET', 'AUTH_URL'],
		tryBuild: tryBuild(host),
		keepOutOfImages: inImages(host, [privateEnvFile(host), '.authgraft']),
		guardNote:
			protect.length > 0
				? guardNotes[host.framework](protect.map((path) => shellWord(path)).join(' '))
				: undefined,
	};
}

/**
 * A server takes an address for its own, and refuses forms of every other one: built with `paths.origin`, that one alone; and what
 * adapter-node makes, every one of http.
 */
function tryBuild(host: Host): string[] {
	const build = scriptWith(host, /\b(vite|vinxi) build\b/);
	const preview = scriptWith(host, /\bvite preview\b/);
	const isFixed = host.origin !== undefined || host.unreadable.some((what) => /origin|paths/.test(what));
	if (host.framework === 'sveltekit')
		return build && preview && !isFixed ? [build, `AUTH_URL=http://localhost:4173 ${preview}`] : [];
	const server = '.output/server/index.mjs';
	const isNode = scriptWith(host, /\bnode \.output\/server\/index\.mjs/);
	const start = `AUTH_URL=http://localhost:3000 node --env-file=${shellWord(privateEnvFile(host))} ${server}`;
	return build && isNode ? [build, start] : [];
}

/** `COPY . .` takes along whatever `.dockerignore` does not name; what git ignores does not count there. */
function inImages(host: Host, secret: readonly string[]): string[] {
	const isDocker = ['Dockerfile', 'Containerfile', '.dockerignore'].some((path) => host.exists(path));
	if (!isDocker) return [];
	const rules = ifReadable(() => host.read('.dockerignore')) ?? '';
	return secret.filter((path) => !isIgnoredBy(rules, path));
}

/**
 * The same for people, a line each.
 * @param root the application's folder, where the commands are to be run.
 * @param install the command, where the packages are not installed yet.
 */
export function nextStepLines(next: NextSteps, root: string, install: string | undefined): string[] {
	const how = next.development ? ' and continue as a test person (no account, no network)' : '';
	return [
		...(cwdOption(root) === '' ? [] : [`Go to the application: cd ${showFolder(root)}`]),
		...(install ? [`Install the packages: ${install}`] : []),
		...fillInLines(next.fillIn, next.envFile),
		...next.callbackUrls.flatMap(({ provider, development, production }) => [
			`Register the callback URL with ${provider}: ${development}`,
			`  and for production: ${production}`,
		]),
		`Start the application: ${next.start}`,
		`Open ${next.signInUrl}${how}`,
		`In production set ${next.production.join(' and ')} in the environment.`,
		...(next.tryBuild.length > 0
			? [`Try the production build on this machine: ${next.tryBuild.join(', then ')}`]
			: []),
		...(next.keepOutOfImages.length > 0
			? [`Keep secrets out of images: name ${next.keepOutOfImages.join(' and ')} in .dockerignore.`]
			: []),
		...(next.guardNote ? [next.guardNote] : []),
	];
}
