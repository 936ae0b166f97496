import fc from 'fast-check';
import { discoverFunctions } from './discover.ts';
import { detectFramework } from './framework.ts';
import { type AttackCommand, readOptions, usage } from './options.ts';
import { exitCode, printReport, type Report } from './report.ts';
import { type AttackResult, attack, describeRequest, isRefusal, type Target } from './run.ts';
import { type Places, prepare, type Row, readTable } from './table.ts';
import { isDecodable, variants } from './variants.ts';
import { headerOf, type WireRequest } from './wire.ts';

/** Undecodable paths are never answered by one server that we know; nobody waits long for them. */
const patience = (target: string): number => (isDecodable(target) ? 10_000 : 1_000);

/**
 * Every row of the table and generated requests against somebody's own host, as a stranger without a session.
 * @returns 0 nothing got out, 1 a leak, a crash or a person who was kept out, 2 wrong usage or nothing to attack
 */
export async function attackCommand(argv: string[]): Promise<number> {
	const options = readOptions(argv);
	if (options === 'help') {
		console.log(usage);
		return 0;
	}
	if (typeof options === 'string') return refuse(`${options}\n\n${usage}`);
	const { origin, path, cookie } = options;
	const found = options.framework ?? (await detectFramework(origin));
	if (found === 'silent') return refuse(`${origin} does not answer`);
	if (found === 'unknown')
		return refuse(
			`${origin} looks like neither framework: add --framework sveltekit or --framework solid-start`,
		);
	const command = { ...options, framework: found };
	if (cookie === undefined)
		console.error('Without --cookie nobody knows whether the secret is on the page at all.');
	else if (!(await showsSecret(command)))
		return refuse(
			`With that cookie GET ${path} does not show the secret. Then no search can find it anywhere else`,
		);
	const report = await run(command);
	printReport(report, command.json);
	return exitCode(report);
}

function refuse(why: string): number {
	console.error(`attack: ${why}`);
	return 2;
}

type Found = AttackCommand & { framework: NonNullable<AttackCommand['framework']> };

const plain = (target: string): WireRequest => ({
	method: 'GET',
	target,
	headers: [['accept', 'text/html']],
	body: '',
});

const person = ({ origin, secrets, cookie = '', headers }: AttackCommand): Target => ({
	origin,
	secrets,
	headers: [...headers, ['cookie', cookie]],
});

const showsSecret = async (command: AttackCommand): Promise<boolean> =>
	(await attack(person(command), plain(command.path))).leaks.length > 0;

async function run(command: Found): Promise<Report> {
	const { origin, path, framework, secrets, values, count, seed } = command;
	const functions = await discoverFunctions(origin, framework, ['/', values.open ?? '/']);
	console.error(
		`${functions.length} functions that browsers can call were found in the scripts of the pages`,
	);
	const places: Places = { path, values, functions };
	const report: Report = {
		origin,
		path,
		framework,
		seed,
		functions: functions.length,
		requests: 0,
		problems: [],
		skipped: [],
	};
	const stranger: Target = { origin, secrets, headers: command.headers };
	/** @returns false when the server is gone: there is nobody left to ask */
	const send = async (name: string, request: WireRequest): Promise<boolean> => {
		report.requests++;
		const outcome = await attack({ ...stranger, timeout: patience(request.target) }, request);
		note(report, name, outcome);
		return !outcome.crash;
	};
	for (const row of readTable(framework).rows) {
		const prepared = prepare(row, places);
		if (typeof prepared === 'string') {
			report.skipped.push({ row: row.id, name: row.name, why: prepared });
			continue;
		}
		for (const { request } of prepared) if (!(await send(`${row.id} ${row.name}`, request))) return report;
		if (command.cookie !== undefined && row.shows === 'page') await checkPerson(command, row, places, report);
	}
	for (const request of fc.sample(variants(framework, places), { numRuns: count, seed }))
		if (!(await send('generated', request))) return report;
	return report;
}

/** Somebody who is signed in need not find the secret in each answer, but nobody may send them away. */
async function checkPerson(command: AttackCommand, row: Row, places: Places, report: Report): Promise<void> {
	const prepared = prepare(row, places);
	if (typeof prepared === 'string') return;
	for (const { request } of prepared) {
		report.requests++;
		const { answer } = await attack(person(command), request);
		if (!isRefusal(answer, places.values['sign-in'])) continue;
		report.problems.push({
			kind: 'kept out',
			name: `${row.id} ${row.name}`,
			request: describeRequest(request),
			status: answer.status,
			detail: 'somebody who is signed in is sent away',
		});
	}
}

function note({ problems }: Report, name: string, outcome: AttackResult): void {
	const { request, answer, leaks, crash } = outcome;
	const location = headerOf(answer, 'location');
	const common = {
		name,
		request: describeRequest(request),
		status: answer.status,
		headers: request.headers.map((header) => header.join(': ')),
		...(location === undefined ? {} : { location }),
	};
	if (leaks.length > 0) problems.push({ ...common, kind: 'leak', detail: leaks.join(', ') });
	if (crash) problems.push({ ...common, kind: 'crash', detail: 'the host answers nobody any more' });
	else if (answer.end === 'timeout')
		problems.push({ ...common, kind: 'no answer', detail: 'the request hangs, the host goes on' });
}
