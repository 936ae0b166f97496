// Asks a server for pages, from a process of its own: takes a task as a message, and answers with how long it took.
import { Agent, get } from 'node:http';

const agents = new Map();

process.on('message', ({ port, path, cookies, connections, requests, expected }) => {
	run({ port, path, cookies, connections, requests, expected }).then(
		(seconds) => process.send({ seconds }),
		(error) => process.send({ error: error.message }),
	);
});
process.on('disconnect', () => process.exit(0));

/** @returns {Promise<number>} seconds until all requests were answered */
async function run({ port, path, cookies, connections, requests, expected }) {
	const key = `${port} ${connections}`;
	const agent = agents.get(key) ?? new Agent({ keepAlive: true, maxSockets: connections });
	agents.set(key, agent);
	let next = 0;
	const lane = async () => {
		while (next < requests) {
			const cookie = cookies[next++ % cookies.length];
			const headers = { accept: 'text/html', ...(cookie && { cookie }) };
			await ask({ host: '127.0.0.1', port, path, agent, headers }, expected);
		}
	};
	const start = performance.now();
	await Promise.all(Array.from({ length: connections }, lane));
	return (performance.now() - start) / 1000;
}

function ask(options, expected) {
	return new Promise((resolve, reject) => {
		const request = get(options, (response) => {
			let text = '';
			response.setEncoding('utf8').on('data', (part) => {
				text += part;
			});
			response.once('error', reject);
			response.once('end', () => {
				const { statusCode, headers } = response;
				if (statusCode !== 200) reject(new Error(`the server answered with ${statusCode}`));
				else if (!text.includes(expected)) reject(new Error(`a page without "${expected}"`));
				else if (headers['set-cookie']) reject(new Error('a plain page view set a cookie'));
				else resolve();
			});
		});
		request.once('error', reject);
	});
}
