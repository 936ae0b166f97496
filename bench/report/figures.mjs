import { entrants, scenarios } from './names.mjs';

/**
 * The figures of a run as Markdown.
 * @param {object} result what `npm run bench -- --json` wrote
 */
export function figures({ at, command, machine, parts }) {
	const { cli, sizes, session, lookup, hosts } = parts;
	const loads = Object.values(parts).flatMap(({ load }) => load);
	const seconds = Object.values(parts).reduce((sum, part) => sum + part.seconds, 0);
	return [
		`Made by \`${command}\` on ${at.slice(0, 10)} in ${seconds} s: ${machine.cpu}, ${machine.cores} cores, ${machine.platform}, Node ${machine.node}, load ${Math.min(...loads)} to ${Math.max(...loads)}.`,
		'### Promises',
		promises(parts),
		'### A request that asks for the session once',
		`Hook and answer included. @auth/sveltekit ${lookup.peerVersion}, better-auth ${lookup.betterAuthVersion}.`,
		peers(lookup.peers),
		'### What it depends on',
		'Microseconds of CPU a request; `new` is a token that was not seen before.',
		rows('characters of the token', lookup.bySize, 'characters'),
		rows('secrets; the token is of the oldest', lookup.bySecrets, 'secrets'),
		rows('requests at a time', lookup.byConcurrency, 'together'),
		'### The look-up alone, by where sessions are kept',
		stores(session.stores),
		'### Pages a second of a built SvelteKit host',
		...Object.entries(hosts.byConnections).map(([lanes, result]) => pages(lanes, result)),
		'### Memory while people come who are never seen again',
		memory(lookup),
		'### The command line',
		commandLine(cli),
		'In projects of so many files:',
		bySize(sizes.figures),
	].join('\n\n');
}

function promises({ session, lookup, hosts, sizes }) {
	const { seen, fresh, three } = session.stores.jwt;
	const [ours, theirs] = ['SvelteKit locals.auth()', '@auth/sveltekit locals.auth()'];
	const [jose, node] = ['(jose, key ready)', '(node:crypto, key ready)'];
	const { peers, flood } = lookup;
	const page = hosts.byConnections[16].seen;
	const { init } = sizes.figures;
	const times = (value) => `${value.toFixed(value < 10 ? 2 : 0)} x`;
	const ratio = (over, under) => [over / under, raw(over, under)];
	const kept = (value, how, limit) => (how === 'at least' ? value >= limit : value <= limit);
	const row = (label, [value, figures], how, limit, shown = times) => [
		label,
		shown(value) + (kept(value, how, limit) ? '' : ', **missed**'),
		`${how} ${shown(limit)}`,
		figures,
	];
	const added = [peers.nobody - peers.empty, raw(peers.nobody, peers.empty)];
	const cpu = page.cpuRatio === null ? '' : `CPU time of the server ${percent(page.cpuRatio)}`;
	const growth = [flood.at(-1).heap - flood.at(-2).heap, `${flood.at(-1).heap.toFixed(1)} MiB`];
	return markdown([
		['', 'measured', 'promised', 'raw'],
		row(
			'token seen before: times as fast as @auth/sveltekit',
			ratio(seen[theirs], seen[ours]),
			'at least',
			100,
		),
		row('new token: times as fast as @auth/sveltekit', ratio(fresh[theirs], fresh[ours]), 'at least', 6),
		row('new token beside `jose` alone', ratio(fresh[ours], fresh[jose]), 'at most', 1),
		row('new token beside `node:crypto` alone', ratio(fresh[ours], fresh[node]), 'at most', 2.5),
		row('three calls beside one', ratio(three[ours], fresh[ours]), 'at most', 1.25),
		row('nobody is signed in: what the hook adds', added, 'at most', 3, micro),
		row(
			'pages a second beside a constant as session',
			[page.rateRatio, cpu],
			'at least',
			hosts.promised,
			percent,
		),
		row('heap from 100,000 to 1,000,000 tokens', growth, 'at most', 4, (value) => `${value.toFixed(1)} MiB`),
		row('`init` in 5,000 files beside 10', [init[5000].cpu / init[10].cpu, ''], 'at most', 1.3),
	]);
}

function peers(figures) {
	const row = ([name, [label]]) => [
		label,
		figures[name].toFixed(1),
		`${(figures[name] / figures['ours, seen']).toFixed(2)} x`,
		`${(figures[name] / figures['ours, new']).toFixed(2)} x`,
	];
	const heads = ['', 'µs', 'beside authgraft, seen before', 'beside authgraft, new'];
	return markdown([heads, ...Object.entries(entrants).map(row)]);
}

function rows(title, found, key) {
	const names = Object.keys(found[0]).filter((name) => name !== key);
	return markdown([
		[title, ...names, '@auth/sveltekit / new'],
		...found.map((row) => [
			String(row[key]),
			...names.map((name) => row[name].toFixed(1)),
			`${(row['@auth/sveltekit'] / row.new).toFixed(1)} x`,
		]),
	]);
}

function stores(all) {
	const cell = (value) => (value === undefined ? '' : value.toFixed(1));
	return markdown([
		['µs', 'seen before', 'new each time', 'three calls'],
		...Object.entries(all).flatMap(([store, { seen, fresh, three }]) =>
			Object.keys(fresh).map((name) => [
				`${store}: ${name}`,
				cell(seen[name]),
				cell(fresh[name]),
				cell(three[name]),
			]),
		),
	]);
}

function pages(lanes, result) {
	return markdown([
		[`${lanes} at a time`, 'pages/s', 'of the constant', 'CPU ms of the server', 'of the constant'],
		...Object.entries(scenarios).map(([name, label]) => {
			const { rate, cpu, rateRatio, cpuRatio } = result[name];
			return [label, rate.toFixed(0), percent(rateRatio), cpu?.toFixed(3) ?? '', percent(cpuRatio)];
		}),
	]);
}

function memory({ flood, uncached }) {
	const figure = (row, key) => row?.[key].toFixed(1) ?? '';
	return markdown([
		['tokens', 'heap MiB', 'resident MiB', 'heap MiB without the cache', 'resident MiB'],
		...flood.map((row, index) => [
			row.tokens.toLocaleString('en'),
			...[figure(row, 'heap'), figure(row, 'resident')],
			...[figure(uncached[index], 'heap'), figure(uncached[index], 'resident')],
		]),
	]);
}

function commandLine({ usages, peerVersion }) {
	const { help, helpUncached, peerHelp, init, initUncached, addProvider, protectRoute } = usages;
	const { empty, routes, doctor, prettier, betterAuth } = usages;
	const row = (own, peer) => [
		own.name,
		own.cpu.toFixed(2),
		own.memory.toFixed(0),
		peer.name,
		peer.cpu.toFixed(2),
		peer.memory.toFixed(0),
		`${(own.cpu / peer.cpu).toFixed(2)} x`,
	];
	const beside = (cpu) => (empty ? `${(cpu / empty.cpu).toFixed(1)} times what Node alone takes; ` : '');
	return [
		markdown([
			['', 'CPU s', 'MiB', `sv ${peerVersion}`, 'CPU s', 'MiB', 'CPU, ours / theirs'],
			row(help, peerHelp),
			row(helpUncached, peerHelp),
			row(init, prettier),
			row(init, betterAuth),
			row(initUncached, betterAuth),
			// Measurements that were recorded before these were measured lack them.
			...[addProvider, protectRoute].filter(Boolean).map((own) => row(own, betterAuth)),
		]),
		// Measurements that were recorded before there was a doctor lack it.
		...[routes, doctor]
			.filter(Boolean)
			.map(
				({ name, cpu, memory }) =>
					`\`${name}\`: ${cpu.toFixed(2)} s, ${memory.toFixed(0)} MiB; ${beside(cpu)}no peer does the same.`,
			),
	].join('\n\n');
}

function bySize(commands) {
	const totals = Object.keys(commands.init);
	const cell = ({ cpu, memory }) => `${cpu.toFixed(2)} s, ${memory.toFixed(0)} MiB`;
	return markdown([
		['', ...totals, `${totals.at(-1)} / ${totals[0]}`],
		...Object.entries(commands).map(([name, usages]) => [
			`\`${name}\``,
			...totals.map((total) => cell(usages[total])),
			`${(usages[totals.at(-1)].cpu / usages[totals[0]].cpu).toFixed(2)} x`,
		]),
	]);
}

const micro = (value) => `${value.toFixed(1)} µs`;
const raw = (a, b) => `${micro(a)}, ${micro(b)}`;
const percent = (value) => (value === null ? '' : `${(value * 100).toFixed(1)} %`);

/** A table with aligned columns. */
function markdown(lines) {
	const width = (column) => Math.max(3, ...lines.map((line) => line[column].length));
	const [heads, ...rest] = lines.map(
		(line) => `| ${line.map((cell, at) => cell.padEnd(width(at))).join(' | ')} |`,
	);
	const rule = `| ${lines[0].map((_, at) => '-'.repeat(width(at))).join(' | ')} |`;
	return [heads, rule, ...rest].join('\n');
}
