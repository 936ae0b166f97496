import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/bootstrap.mjs';
import { buildIfStale } from '../../scripts/lib/build/index.ts';
import { makeSolidStart2Host, makeSvelteKit3Host, setOrigin } from '../../scripts/lib/make-host.ts';
import { execOk, npm } from '../../scripts/lib/process/exec.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { spawnGroup } from '../../scripts/lib/process/group.ts';
import { startServer } from '../../scripts/lib/process/server.ts';
import { heading } from '../../scripts/lib/steps.ts';
import { shapes } from '../../test/conformance/security/growth-shapes.ts';
import { load } from '../lib/machine.mjs';
import { record } from '../lib/record.mjs';
import { runsOf } from '../lib/runs.mjs';
import { table } from '../lib/table.mjs';
import { median } from '../measure.mjs';
import { secret } from '../session/stores.mjs';

const client = fileURLToPath(new URL('meanwhile-client.mjs', import.meta.url));
/**
 * Of its usual time, that a page may take while the largest request of a shape arrives. The framework itself takes long for
 * some: then no more than on the same host without sign-in, give or take what two runs of one server differ by.
 */
const promised = 5;
const noise = 1.25;
/** Bytes that the servers take: of a body adapter-node's default, of a head Node's, with room for the other headers. */
const largest = { body: 512 * 1024 - 1024, head: 15_000 };

const frameworks = {
	sveltekit: {
		title: 'SvelteKit 3, adapter-node',
		make: makeSvelteKit3Host,
		setOrigin,
		args: ['build'],
		doors: ['/auth/callback/credentials', '/auth/signin/github', '/auth/session', '/signin', '/dashboard'],
	},
	'solid-start': {
		title: 'SolidStart 2, Nitro',
		make: makeSolidStart2Host,
		args: ['.output/server/index.mjs'],
		doors: [
			...['/api/auth/callback/credentials', '/api/auth/signin/github', '/api/auth/session'],
			...['/signin', '/dashboard'],
		],
	},
};

/**
 * Measures and prints how long a page takes while the largest requests arrive that are read.
 * @param {string} folder empty, temporary
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code: 1 when a page takes more than is promised
 */
export async function bench(folder, argv) {
	const runs = runsOf(argv, 40);
	heading('Set up');
	console.log(`authgraft: ${(await buildIfStale()) ? 'built' : 'up to date'}`);
	const figures = {};
	for (const [name, kind] of Object.entries(frameworks)) {
		const server = await start(join(folder, name), kind);
		let figure;
		try {
			figure = await measure(server.origin, kind, runs);
			const over = figure.rows.filter(({ ratio }) => ratio > promised);
			if (over.length > 0) await compare(join(folder, `${name}-bare`), kind, runs, { server, rows: over });
		} finally {
			await server.stop();
		}
		figures[name] = figure;
		print(kind.title, figure);
	}
	record('meanwhile', { figures, promised });
	const rows = Object.values(figures).flatMap((figure) => figure.rows);
	const missed = rows.filter((row) => !isKept(row));
	const holds = missed.length === 0;
	console.log(
		`\nload ${load()}\nAt most ${promised} times as long, or as long as without sign-in: ${holds ? 'ok' : `MISSED by ${missed.map(({ title }) => title).join(', ')}`}`,
	);
	return holds ? 0 : 1;
}

/**
 * Sends the shapes that take long to the same host without sign-in, too, in turns. By the mean: a page either waits for one
 * request of the shape or for none, and which of the two is in the middle is luck.
 */
async function compare(host, kind, runs, { server, rows }) {
	const bare = await start(host, { ...kind, bare: true });
	const ours = visitorOf(server.origin, kind);
	const theirs = visitorOf(bare.origin, kind);
	try {
		await theirs.pages(2000);
		for (const row of rows) {
			const shaped = largestOf(shapes.find(([title]) => title === row.title)[1]);
			const times = { ours: [], theirs: [] };
			for (let round = 0; round < 3; round++) {
				times.theirs.push((await theirs.during(shaped, 3 * runs)).mean);
				times.ours.push((await ours.during(shaped, 3 * runs)).mean);
			}
			row.beside = mean(times.ours) / mean(times.theirs);
		}
	} finally {
		ours.end();
		theirs.end();
		await bare.stop();
	}
}

/** Makes a project, grafts sign-in and a guard onto it, unless it is the bare one, builds it and starts it. */
async function start(host, { make, setOrigin, args, bare }) {
	await make(host);
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	await setOrigin?.(host, origin);
	const cwd = { cwd: host, timeout: 300_000 };
	await execOk(...npm('install', '--no-audit', '--no-fund'), cwd);
	const cli = join(root, 'bin', 'authgraft.cjs');
	const init = ['init', '--yes', '--providers', 'github,credentials', '--protect', '/dashboard'];
	if (!bare) await execOk(process.execPath, [cli, ...init], cwd);
	await execOk(...npm('run', 'build'), cwd);
	const env = {
		HOST: '127.0.0.1',
		PORT: String(port),
		NODE_ENV: 'production',
		AUTH_SECRET: secret,
		AUTH_URL: origin,
	};
	const github = { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'secret' };
	return startServer({ cwd: host, args, origin, env: { ...env, ...github } });
}

async function measure(origin, kind, runs) {
	const visitor = visitorOf(origin, kind);
	try {
		await visitor.pages(2000);
		const usual = [median((await visitor.pages(10 * runs)).times)];
		const rows = [];
		for (const [title, shape] of shapes) {
			rows.push({ title, ...(await visitor.during(largestOf(shape), runs)) });
			usual.push(median((await visitor.pages(runs)).times));
		}
		const normal = median(usual);
		return { usual: normal, rows: rows.map((row) => ({ ...row, ratio: row.time / normal })) };
	} finally {
		visitor.end();
	}
}

/** Somebody who asks for pages, and somebody who floods the same server. */
function visitorOf(origin, { doors }) {
	const [visitor, attacker] = [fork(), fork()];
	const ask = async (process, task) => {
		process.send(task);
		const [answer] = await once(process, 'message');
		if (answer.error) throw new Error(answer.error);
		return answer;
	};
	const pages = (count) => ask(visitor, { kind: 'pages', origin, count });
	const during = async (shaped, runs) => {
		const method = shaped.body === undefined ? 'GET' : 'POST';
		await ask(attacker, { kind: 'flood', origin, doors, method, shaped });
		const { times } = await pages(runs);
		const { statuses } = await ask(attacker, { kind: 'end' });
		return { time: median(times), mean: mean(times), statuses };
	};
	const end = () => {
		visitor.disconnect();
		attacker.disconnect();
	};
	return { pages, during, end };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const isKept = ({ ratio, beside }) => ratio <= promised || (beside !== undefined && beside <= noise);

/** What is longer than a server takes would be refused before it is read. */
function largestOf(shape) {
	const { body, ...rest } = shape(1_000_000);
	if (body !== undefined) return { ...rest, body: body.slice(0, largest.body) };
	const length = (size) => JSON.stringify(shape(size)).length;
	return shape(Math.floor((largest.head * largest.head) / length(largest.head)));
}

const fork = () => spawnGroup(process.execPath, [client], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

function print(title, { usual, rows }) {
	heading(`${title}: a page takes ${usual.toFixed(2)} ms`);
	const worst = rows.toSorted((a, b) => b.ratio - a.ratio).slice(0, 12);
	table([
		['the largest request of', 'page, ms', 'of the usual', 'of it without sign-in', 'answers to it'],
		...worst.map(({ title, time, ratio, beside, statuses }) => [
			title,
			time.toFixed(2),
			`${ratio.toFixed(1)} x`,
			beside === undefined ? '' : `${beside.toFixed(2)} x`,
			statuses,
		]),
	]);
}
