import { type ClientRequest, type IncomingHttpHeaders, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';

/** What may be read of an answer, and how long it may take. */
const limits = { bytes: 512 * 1024, milliseconds: 5_000 };

/** An answer, or why there is none. */
export type Answer =
	| {
			kind: 'answer';
			status: number;
			headers: IncomingHttpHeaders;
			/** As they were set, each with its attributes. */
			cookies: string[];
			/** As far as it was read. */
			body: string;
			/** The body is longer, or did not end. */
			cut: boolean;
	  }
	| { kind: 'failure'; why: string; code: string };

export interface Question {
	method?: 'GET' | 'HEAD' | 'POST';
	headers?: Record<string, string>;
	body?: string;
	/** 4 or 6: the address family that is asked. */
	family?: 4 | 6;
	signal?: AbortSignal | undefined;
	/** Patience in milliseconds, where it is not five seconds: a development server builds first. */
	patience?: number | undefined;
}

/**
 * Sends one request over a connection of its own. Follows no redirect, keeps no cookie, and gives up after five seconds or
 * half a megabyte. Never throws.
 */
export function ask(
	url: URL,
	{ method = 'GET', headers = {}, body, family, signal, patience = limits.milliseconds }: Question = {},
): Promise<Answer> {
	const { promise, resolve } = Promise.withResolvers<Answer>();
	const send = url.protocol === 'https:' ? overHttps : overHttp;
	let asked: ClientRequest;
	const fail = (error: NodeJS.ErrnoException) =>
		resolve({ kind: 'failure', why: reasonOf(error), code: error.code ?? 'UNKNOWN' });
	try {
		asked = send(url, {
			...{ method, agent: false, timeout: patience },
			...(family === undefined ? {} : { family }),
			...(signal === undefined ? {} : { signal }),
			headers: {
				'user-agent': 'authgraft-doctor',
				accept: 'text/html,application/json;q=0.9,*/*;q=0.8',
				...(body === undefined
					? {}
					: {
							'content-type': 'application/x-www-form-urlencoded',
							'content-length': String(Buffer.byteLength(body)),
						}),
				...headers,
			},
		});
	} catch (error) {
		fail(error as NodeJS.ErrnoException);
		return promise;
	}
	// A server that sends a byte a second never times out by itself.
	const timer = setTimeout(
		() => asked.destroy(Object.assign(new Error('slow'), { code: 'ETIMEDOUT' })),
		patience,
	);
	asked.once('response', (response) => {
		const parts: Buffer[] = [];
		let size = 0;
		const done = (cut: boolean) => {
			const text = Buffer.concat(parts).toString('utf8');
			const { statusCode: status = 0, headers: received } = response;
			resolve({
				kind: 'answer',
				status,
				headers: received,
				cookies: received['set-cookie'] ?? [],
				body: text,
				cut,
			});
			asked.destroy();
		};
		response.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size <= limits.bytes) parts.push(chunk);
			else done(true);
		});
		response.once('end', () => done(false));
		// What arrived counts, and that there was no end.
		response.once('error', () => done(true));
		response.once('aborted', () => done(true));
	});
	asked.on('error', fail);
	asked.once('timeout', () => asked.destroy(Object.assign(new Error('slow'), { code: 'ETIMEDOUT' })));
	asked.end(body);
	return promise.finally(() => clearTimeout(timer));
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
	if (code === 'ECONNREFUSED') return 'nothing listens there';
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name is not known here';
	if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return `no answer in time`;
	if (code === 'ECONNRESET' || code === 'EPIPE') return 'it ended the connection without an answer';
	if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return `its certificate cannot be trusted (${code})`;
	if (code === 'EPROTO') return 'it speaks no TLS there: is it an http:// address?';
	if (code.startsWith('HPE_')) return `its answer is no HTTP (${code})`;
	return message.split('\n')[0] ?? code;
}
