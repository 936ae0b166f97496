import type { RuntimeConfig } from '../../../runtime/src/core/types.ts';
import { freshConsole, type LogLine, recordingLogger, withConsole } from './logs.ts';
import { makeSolidStartHost } from './solid-start-host.ts';
import { makeSvelteKitHost } from './sveltekit-host.ts';

export const integrations = ['sveltekit', 'solid-start'] as const;
export type Integration = (typeof integrations)[number];

export const secret = 'a-secret-of-at-least-thirty-two-characters';
/** The environment of an application that is set up properly. */
export const goodEnv = { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' };

/** What both integrations accept. */
export type Config = Partial<RuntimeConfig> & { prefix?: string };
/** The function form: gets the integration's own event. */
export type ConfigInput = Config | ((event: { request: Request }) => Promise<Config>);

export interface Settings {
	/** Where the browser finds it. Default `http://localhost:3000`. */
	origin?: string;
	/** The origin under which the host sees its requests, when a proxy stands before it. Default: the browser's. */
	hostOrigin?: string;
	/** What a proxy adds to each request. */
	headers?: Record<string, string>;
	/** False: the configuration gets no logger of ours, so that what is logged goes to the console. */
	logger?: boolean;
	/** The environment of the host's module. Default {@link goodEnv}. */
	env?: Record<string, string>;
	/** Where the host is mounted, such as `/app`. */
	base?: string;
	/** Where the endpoints are, when the configuration (a function, or AUTH_URL) does not say it. */
	basePath?: string;
	/** Whether SvelteKit's own check of forms is on. Default false, as while developing: nothing may rest on it. */
	checkOrigin?: boolean;
	/** Pages that a SvelteKit application has beside `/signin` and `/signout`, such as `/auth/signin`. */
	ownPages?: string[];
	/**
	 * Routes of the application's own, by path; `POST /path` is what a form posts to. On SvelteKit an action is one that returns
	 * a value, or throws what SvelteKit throws.
	 */
	routes?: Record<string, OwnRoute>;
	/** What the guard of `/dashboard` gets. */
	protect?: { signInPage?: string; allow?: () => boolean };
}

/** Gets the integration's own event. */
// biome-ignore lint/suspicious/noExplicitAny: each integration has another, and documents write code for both
export type OwnRoute = (event: any) => unknown;

/** The framework's part: gets a request as it arrives at the server, and answers it. */
export interface Host {
	fetch(request: Request): Promise<Response>;
	/** Where forms of an application that uses actions post to. */
	actions: { signIn: string; signOut: string };
	/** Headers with which the framework's own client calls an action. */
	javaScript: Record<string, string>;
	/** What the integration makes of the configuration, for the application's own code. */
	auth: object;
}

/** Something that was sent to the browser. */
export interface Answer {
	method: string;
	url: string;
	status: number;
	headers: [string, string][];
	text: string;
}

/** A whole application in this process: the framework's part is small, the runtime's is the real one. */
export interface Application extends Pick<Host, 'actions' | 'javaScript'> {
	name: Integration;
	origin: string;
	/** Path of the endpoints, with the host's base. */
	basePath: string;
	base: string;
	/** Takes a request as the browser sends it. */
	fetch(request: Request): Promise<Response>;
	/** Everything that was logged, by the configuration's logger or on the console. */
	logs: LogLine[];
	/** Everything that was ever answered. */
	answers: Answer[];
	/** What the application's own code imports from its auth module: the configuration, and what SvelteKit's makes of it. */
	module: { authConfig: unknown } & Record<string, unknown>;
}

const defaultPath = { sveltekit: '/auth', 'solid-start': '/api/auth' };
const makeHost = { sveltekit: makeSvelteKitHost, 'solid-start': makeSolidStartHost };

/**
 * Makes an application: `/` shows the session, `/dashboard` is guarded, `/signin` and `/signout` are its own pages,
 * and forms may post to its actions.
 *
 * @param config as the user writes it; a logger that keeps the lines and `settings.env` are added, where it has none
 */
export function makeApplication(
	integration: Integration,
	config: ConfigInput,
	settings: Settings = {},
): Application {
	const { origin = 'http://localhost:3000', hostOrigin = origin, base = '' } = settings;
	freshConsole();
	const logs: LogLine[] = [];
	const answers: Answer[] = [];
	const logger = settings.logger === false ? {} : { logger: recordingLogger(logs) };
	const added = { env: settings.env ?? goodEnv, ...logger, ...(base && { base }) };
	const filled =
		typeof config === 'function'
			? async (event: { request: Request }) => ({ ...added, providers: [], ...(await config(event)) })
			: { ...added, providers: [], ...config };
	const own = typeof config === 'function' ? undefined : (config.basePath ?? config.prefix);
	const basePath = settings.basePath ?? `${base}${own ?? defaultPath[integration]}`;
	const host = withConsole(logs, () =>
		makeHost[integration](filled, { base, basePath, origin: hostOrigin, ...settings }),
	);

	async function fetch(request: Request): Promise<Response> {
		const response = await withConsole(logs, () => host.fetch(atHost(request, hostOrigin, settings.headers)));
		const text = await withConsole(logs, () => response.text());
		const { status, headers } = response;
		answers.push({ method: request.method, url: request.url, status, headers: [...headers], text });
		return new Response([204, 205, 304].includes(status) ? null : text, { status, headers });
	}
	const { actions, javaScript, auth } = host;
	const module = { authConfig: filled, ...auth };
	return { name: integration, origin, basePath, base, fetch, logs, answers, actions, javaScript, module };
}

/** The request as the host sees it: under its own origin, with what the proxy adds. */
function atHost(request: Request, hostOrigin: string, added: Record<string, string> = {}): Request {
	const { pathname, search } = new URL(request.url);
	const headers = new Headers(request.headers);
	headers.set('host', new URL(hostOrigin).host);
	for (const [name, value] of Object.entries(added)) headers.set(name, value);
	const { method, body } = request;
	const init = body ? { method, headers, body, duplex: 'half' } : { method, headers };
	return new Request(`${hostOrigin}${pathname}${search}`, init as RequestInit);
}
