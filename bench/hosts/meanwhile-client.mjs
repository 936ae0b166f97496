// Asks a server for pages and measures them, or sends it one request again and again: takes a task as a message.
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let flooding;

process.on('message', (task) => {
	run(task).then(
		(answer) => process.send(answer),
		(error) => process.send({ error: error.message }),
	);
});
process.on('disconnect', () => process.exit(0));

async function run(task) {
	if (task.kind === 'pages') return pages(task);
	if (task.kind === 'end') {
		flooding.ended = true;
		return { statuses: await flooding.done };
	}
	flooding = { ended: false };
	flooding.done = flood(task, flooding);
	return {};
}

/** @returns {Promise<{ times: number[] }>} milliseconds that each page took */
async function pages({ origin, count }) {
	const times = [];
	for (let index = 0; index < count; index++) {
		const start = performance.now();
		const status = await send(`${origin}/`, { headers: { accept: 'text/html' } });
		if (status !== 200) throw new Error(`a page answered ${status}`);
		times.push(performance.now() - start);
	}
	return { times };
}

/** @returns {Promise<string>} what was answered: `303 x 12, 400 x 4` */
async function flood({ origin, doors, method, shaped }, state) {
	const url = (door) =>
		`${origin}${door}${shaped.path ?? ''}${shaped.query === undefined ? '' : `?${shaped.query}`}`;
	const headers = {
		accept: 'text/html',
		...(method === 'POST' && { origin, 'content-type': shaped.type ?? 'application/x-www-form-urlencoded' }),
		...(shaped.cookie && { cookie: shaped.cookie }),
		...shaped.headers,
	};
	const counts = {};
	for (let index = 0; !state.ended; index++) {
		// A server that ends the connection instead of answering goes on with others.
		const status = await send(url(doors[index % doors.length]), { method, headers }, shaped.body).catch(
			({ code }) => code,
		);
		counts[status] = (counts[status] ?? 0) + 1;
	}
	return Object.entries(counts)
		.map(([status, count]) => `${status} x ${count}`)
		.join(', ');
}

/** Some requests are never answered: SolidStart 2 (h3 2.0) leaves a path that cannot be decoded open for ever. */
const patience = 3000;

function send(url, options, body) {
	return new Promise((resolve, reject) => {
		const signal = AbortSignal.timeout(patience);
		const asked = request(url, { agent, signal, ...options }, (response) => {
			response.resume();
			response.once('error', reject);
			response.once('end', () => resolve(response.statusCode));
		});
		asked.once('error', reject);
		asked.end(body);
	});
}
