import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { spawnGroup } from '../../scripts/lib/process/group.ts';
import { median } from '../measure.mjs';

const client = fileURLToPath(new URL('../hosts/meanwhile-client.mjs', import.meta.url));
const ahead = 2000;

/**
 * How long the home page of a server takes while a crowd signs in at once, beside its usual time.
 * @param {string} origin
 * @param {string} door the path that sign-ins are posted to
 * @param {{ people: number, rounds: number }} amount
 * @returns {Promise<{ usual: number, meanwhile: number, ratio: number, pages: number, answers: string }>} milliseconds
 */
export async function measureCrowd(origin, door, { people, rounds }) {
	const visitor = spawnGroup(process.execPath, [client], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
	const pages = async (count) => {
		visitor.send({ kind: 'pages', origin, count });
		const [answer] = await once(visitor, 'message');
		if (answer.error) throw new Error(answer.error);
		return answer.times;
	};
	const counts = {};
	const [usual, meanwhile] = [[], []];
	try {
		await pages(ahead);
		for (let round = 0; round < rounds; round++) {
			usual.push(...(await pages(100)));
			let isOver = false;
			const crowd = burst(origin, door, people, `${round}`).then((answers) => {
				isOver = true;
				for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
			});
			while (!isOver) meanwhile.push(...(await pages(1)));
			await crowd;
		}
	} finally {
		visitor.disconnect();
	}
	const [normal, during] = [median(usual), median(meanwhile)];
	const answers = Object.entries(counts).map(([answer, count]) => `${answer} x ${count}`);
	return {
		...{ usual: normal, meanwhile: during, ratio: during / normal, pages: meanwhile.length },
		answers: answers.join(', '),
	};
}

/** Everybody at once, each with an address of their own: nobody is refused for guessing at one. */
async function burst(origin, door, people, round) {
	const agent = new Agent({ keepAlive: true, maxSockets: people });
	const signIns = Array.from({ length: people }, (_, index) =>
		send(agent, origin + door, origin, `person-${round}-${index}@example.com`),
	);
	const answers = await Promise.all(signIns);
	agent.destroy();
	return answers;
}

function send(agent, url, origin, email) {
	const body = new URLSearchParams({ email, password: 'not the password of anybody' }).toString();
	const headers = { origin, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
	return new Promise((resolve, reject) => {
		const asked = request(url, { agent, method: 'POST', headers }, (response) => {
			response.resume();
			response.once('error', reject);
			const error = /[?&]error=(\w+)/.exec(response.headers.location ?? '')?.[1];
			response.once('end', () => resolve([response.statusCode, error].filter(Boolean).join(' ')));
		});
		asked.once('error', reject);
		asked.end(body);
	});
}
