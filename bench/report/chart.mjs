import { entrants } from './names.mjs';

const colours = { ours: '#2563eb', peer: '#d97706', limit: '#9ca3af' };
const [width, margin, labels, bar] = [900, 24, 360, 24];

/**
 * Two plots over each other: what a request costs, by who reads the session; and how that grows with the token.
 * @param {{ peers: Record<string, number>, bySize: object[] }} lookup as the part has recorded it
 * @returns {string} an SVG
 */
export function chart({ peers, bySize }) {
	const top = bars(peers, 56);
	const bottom = lines(bySize, top.end + 70);
	const height = bottom.end + margin;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="#111827">
<title>What reading a session costs</title>
<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>
${title('A request that asks for the session once: microseconds of CPU (logarithmic)', 32)}
${top.parts.join('\n')}
${title('The same, by size of the token (both axes logarithmic)', top.end + 46)}
${bottom.parts.join('\n')}
</svg>
`;
}

function bars(peers, y) {
	const x = logScale(
		[0.1, 10 ** Math.ceil(Math.log10(Math.max(...Object.values(peers))))],
		[labels, width - 90],
	);
	const rows = Object.entries(entrants).filter(([name]) => peers[name] !== undefined);
	const end = y + rows.length * bar + 8;
	const parts = x.ticks.map((tick) => verticalLine(x(tick), y - 6, end, tick));
	for (const [index, [name, [label, whose]]] of rows.entries()) {
		const from = y + index * bar;
		const to = Math.max(x(peers[name]), labels + 2);
		parts.push(
			text(labels - 10, from + 14, label, 'text-anchor="end"'),
			`<rect x="${labels}" y="${from}" width="${round(to - labels)}" height="${bar - 6}" rx="2" fill="${colours[whose]}"/>`,
			text(to + 6, from + 14, shown(peers[name])),
		);
	}
	return { parts, end: end + 18 };
}

const series = [
	['@auth/sveltekit', '@auth/sveltekit', colours.peer],
	['new', 'authgraft, new token', colours.ours],
	['node:crypto', 'node:crypto alone', colours.limit],
	['seen', 'authgraft, seen before', '#60a5fa'],
];

function lines(rows, y) {
	const [left, right, height] = [90, width - 190, 240];
	const sizes = rows.map(({ characters }) => characters);
	const all = series.flatMap(([key]) => rows.map((row) => row[key]));
	const powers = [
		10 ** Math.floor(Math.log10(Math.min(...all))),
		10 ** Math.ceil(Math.log10(Math.max(...all))),
	];
	const x = logScale([sizes[0], sizes.at(-1)], [left, right]);
	const yAt = logScale(powers, [y + height, y]);
	const parts = yAt.ticks.map(
		(tick) =>
			`<path d="M${left} ${round(yAt(tick))}H${right}" stroke="#e5e7eb"/>${text(left - 8, yAt(tick) + 4, `${tick} µs`, 'text-anchor="end" fill="#6b7280"')}`,
	);
	for (const size of sizes) {
		parts.push(text(x(size), y + height + 18, kibibytes(size), 'text-anchor="middle" fill="#6b7280"'));
	}
	const heights = spread(series.map(([key]) => yAt(rows.at(-1)[key])));
	for (const [index, [key, label, colour]] of series.entries()) {
		const points = rows.map((row) => [round(x(row.characters)), round(yAt(row[key]))]);
		parts.push(
			`<polyline points="${points.map((point) => point.join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
			...points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`),
			text(right + 10, heights[index] + 4, label),
		);
	}
	return { parts, end: y + height + 28 };
}

/** Heights of labels, from the top down, far enough apart to be read. They come in any order and go in the same one. */
function spread(heights, least = 16) {
	const placed = [...heights];
	const order = heights.map((_, index) => index).toSorted((a, b) => heights[a] - heights[b]);
	for (const [position, index] of order.entries()) {
		if (position > 0) placed[index] = Math.max(placed[index], placed[order[position - 1]] + least);
	}
	return placed;
}

/** A scale with a line for each power of ten. */
function logScale([from, to], [start, end]) {
	const scale = (value) => start + ((end - start) * Math.log(value / from)) / Math.log(to / from);
	scale.ticks = [];
	for (let power = Math.ceil(Math.log10(from)); power <= Math.log10(to) + 1e-9; power++) {
		scale.ticks.push(Number(`1e${power}`));
	}
	return scale;
}

function verticalLine(x, from, to, tick) {
	const line = `<path d="M${round(x)} ${from}V${to}" stroke="#e5e7eb"/>`;
	return line + text(x, to + 14, String(tick), 'text-anchor="middle" fill="#6b7280"');
}

const title = (words, y) => text(margin, y, words, 'font-size="16" font-weight="600"');
const text = (x, y, words, attributes = '') =>
	`<text x="${round(x)}" y="${round(y)}" ${attributes}>${words}</text>`;
const round = (value) => Number(value.toFixed(1));
const kibibytes = (size) => `${(size / 1024).toFixed(1)} KiB`;
const shown = (value) => `${value < 100 ? value.toFixed(1) : value.toFixed(0)}`;
