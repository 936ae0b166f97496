import {
	createServer,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	request,
	type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RoundRobin {
	/** Where people see the application. */
	origin: string;
	/** How many requests each server has answered, by its origin. */
	answered: Map<string, number>;
	/** Takes a server out before it is stopped, as a deployment does; what it is answering it answers to the end. */
	takeOut(origin: string): void;
	putIn(origin: string): void;
	close(): Promise<void>;
}

/**
 * Stands before several servers and gives each request to the next of them, whoever sends it. As nginx does by default,
 * it tries another one when a server cannot be reached, and when the connection breaks off under a request that changes
 * nothing; other requests get 502 then.
 *
 * @param targets origins of the servers, `http://127.0.0.1:4000`
 */
export async function startRoundRobin(port: number, targets: readonly string[]): Promise<RoundRobin> {
	const inUse = new Set(targets);
	const answered = new Map(targets.map((target) => [target, 0]));
	let turn = 0;

	const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const body = await buffer(incoming);
		const open = [...inUse];
		// Its own from now on: others take their turn while this one waits.
		const first = turn++;
		for (let index = 0; index < open.length; index++) {
			const target = open[(first + index) % open.length] as string;
			const outcome = await forward(target, incoming, body);
			if (outcome instanceof Error) {
				const { code } = outcome as NodeJS.ErrnoException;
				const mayRepeat = code === 'ECONNREFUSED' || incoming.method === 'GET' || incoming.method === 'HEAD';
				if (mayRepeat) continue;
				break;
			}
			answered.set(target, (answered.get(target) ?? 0) + 1);
			outgoing.writeHead(outcome.status, { ...outcome.headers, 'x-served-by': target });
			return void outgoing.end(outcome.body);
		}
		outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('No server could be reached');
	};
	const server = createServer((incoming, outgoing) => {
		pass(incoming, outgoing).catch(() => outgoing.destroy());
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return {
		origin: `http://127.0.0.1:${port}`,
		answered,
		takeOut: (origin) => void inUse.delete(origin),
		putIn: (origin) => void inUse.add(origin),
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

interface Answer {
	status: number;
	headers: OutgoingHttpHeaders;
	body: Buffer;
}

/** The whole answer before a byte of it goes on: what breaks off half-way can be asked of another server. */
function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answer | Error> {
	const { hostname, port } = new URL(target);
	const { method, url, headers } = incoming;
	return new Promise((resolve) => {
		const onward = request(
			{ hostname, port, path: url, method, headers, agent: false, timeout: 20_000 },
			(answer) => {
				buffer(answer).then(
					(text) => {
						const { 'transfer-encoding': _, connection: __, ...rest } = answer.headers;
						resolve({ status: answer.statusCode ?? 502, headers: rest, body: text });
					},
					(error: Error) => resolve(error),
				);
			},
		);
		onward.on('timeout', () => onward.destroy(new Error('No answer in time')));
		onward.on('error', resolve);
		onward.end(body);
	});
}
