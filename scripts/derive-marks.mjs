/*
 * Writes src/generators/look/marks.json: the marks of providers as paths, small enough to stand in a page.
 *
 *   node scripts/derive-marks.mjs <folder> <folder of icons>
 *
 * The first folder is `docs/public/img/providers` of Auth.js (ISC), the second `icons` of the package simple-icons (CC0),
 * for what the first has in gradients, in clippings or too large. NOTICE tells of both.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../src/generators/providers/catalogue.ts';

const [first, second] = process.argv.slice(2);
if (!first || !second) throw new Error('Usage: node scripts/derive-marks.mjs <folder> <folder of icons>');

/** Characters of all paths of a mark. */
const most = 2000;

/** The owner's rules want the four squares, whatever the product is called. */
const squares = {
	box: '0 0 23 23',
	paths: [
		{ d: 'M1 1h10v10H1z', fill: '#f25022' },
		{ d: 'M12 1h10v10H12z', fill: '#7fba00' },
		{ d: 'M1 12h10v10H1z', fill: '#00a4ef' },
		{ d: 'M12 12h10v10H12z', fill: '#ffb900' },
	],
};
const byHand = { 'microsoft-entra-id': squares, 'azure-ad': squares, 'azure-ad-b2c': squares };

const attributesOf = (tag) =>
	Object.fromEntries([...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

/** `.a{fill:#fff}` */
const fillsOf = (text) =>
	Object.fromEntries(
		[...text.matchAll(/\.([\w-]+)(?=[^{}]*\{[^}]*fill:\s*([^;}]+))/g)].map(([, name, fill]) => [
			name,
			fill.trim(),
		]),
	);

const shapes = {
	path: ({ d }) => d,
	rect: ({ x = '0', y = '0', width, height, rx, ry }) =>
		rx || ry || /%/.test(width + height) ? undefined : `M${x} ${y}h${width}v${height}H${x}z`,
	polygon: ({ points }) => `M${points.trim()}z`,
	circle: ({ cx = '0', cy = '0', r }) =>
		`M${Number(cx) - Number(r)} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
};

/** Undefined for what paths in one colour each cannot show. */
function markOf(text) {
	if (
		/<(?:linearGradient|radialGradient|clipPath|mask|use|pattern|filter|text|image)\b|stroke[:=]/.test(text)
	)
		return undefined;
	const fills = fillsOf(text);
	const stack = [{}];
	const paths = [];
	let box;
	for (const [tag, close, name] of text.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
		if (name === 'g' && close) stack.pop();
		if (close || !(name === 'svg' || name === 'g' || name in shapes)) continue;
		const own = attributesOf(tag);
		const outer = stack.at(-1);
		const style = /fill:\s*([^;"]+)/.exec(own.style ?? '')?.[1];
		const all = {
			fill: style ?? fills[own.class] ?? own.fill ?? outer.fill,
			rule: own['fill-rule'] ?? outer.rule,
			transform: [outer.transform, own.transform].filter(Boolean).join(' '),
			opacity: own.opacity ?? own['fill-opacity'] ?? outer.opacity,
		};
		if (name === 'svg') {
			box = own.viewBox ?? `0 0 ${Number.parseFloat(own.width)} ${Number.parseFloat(own.height)}`;
			stack[0] = all;
			continue;
		}
		if (name === 'g') {
			if (!tag.endsWith('/>')) stack.push(all);
			continue;
		}
		if (all.fill === 'none') continue;
		const d = shapes[name](own);
		if (d === undefined || all.opacity !== undefined || /^url/.test(all.fill ?? '')) return undefined;
		paths.push({
			d: d.replace(/\s+/g, ' ').trim(),
			fill: /^#0{3,6}$|^black$/.test(all.fill ?? '#000') ? 'currentColor' : all.fill,
			...(all.rule === 'evenodd' && { 'fill-rule': 'evenodd' }),
			...(all.transform && { transform: all.transform }),
		});
	}
	const length = paths.reduce((sum, { d }) => sum + d.length, 0);
	return box && paths.length > 0 && length <= most ? { box, paths } : undefined;
}

const marks = {};
const without = [];
for (const { id, module, name, type } of catalogue) {
	if (type !== 'oauth' && type !== 'oidc') continue;
	const inFirst = [id, module].map((one) => join(first, `${one}.svg`)).find(existsSync);
	const slug = name
		.toLowerCase()
		.replace(/\./g, 'dot')
		.replace(/[^a-z0-9]/g, '');
	const inSecond = [slug, module.replace(/-/g, '')].map((one) => join(second, `${one}.svg`)).find(existsSync);
	const mark =
		byHand[id] ??
		(inFirst && markOf(readFileSync(inFirst, 'utf8'))) ??
		(inSecond && markOf(readFileSync(inSecond, 'utf8')));
	if (mark) marks[id] = mark;
	else without.push(id);
}
writeFileSync(
	new URL('../src/generators/look/marks.json', import.meta.url),
	`${JSON.stringify(marks, undefined, '\t')}\n`,
);
console.log(`${Object.keys(marks).length} marks; none for ${without.join(', ')}`);
