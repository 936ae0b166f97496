import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Node, Project, SyntaxKind } from 'ts-morph';
import { describe, expect, test } from 'vitest';

/* docs/failure-checklist.md names what proves each row. A proof that does not exist proves nothing. */

const root = join(import.meta.dirname, '../..');
const rows = readFileSync(join(root, 'docs/failure-checklist.md'), 'utf8')
	.split('\n')
	.map((line) => /^\| *(\d+) *\| *(.+?) *\| *(.+?) *\|$/.exec(line))
	.filter((row) => row !== null)
	.map(([, number, failure, proof]) => ({
		number: Number(number),
		failure: failure ?? '',
		proof: proof ?? '',
	}));

const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('every row of the survey is there, once, in order', () => {
	expect(rows.map(({ number }) => number)).toEqual(numbers(1, 55));
});

test('no row is open', () => {
	for (const { proof, number } of rows) expect(proof.length, `row ${number}`).toBeGreaterThan(10);
});

/** `path` "name", "name": the names belong to the path in front of them. */
interface Proof {
	path: string;
	names: string[];
}

function proofsIn(text: string): Proof[] {
	const proofs: Proof[] = [];
	// A name may hold backticks itself.
	for (const [, path, name] of text.matchAll(
		/`((?:src|test|scripts|runtime)\/[^`\s]+)`|"((?:[^"\\]|\\.)+)"/g,
	)) {
		if (path) proofs.push({ path, names: [] });
		else proofs.at(-1)?.names.push((name ?? '').replaceAll('\\"', '"'));
	}
	return proofs;
}

describe.each(rows)('$number: $failure', ({ proof }) => {
	const proofs = proofsIn(proof);

	test('has a proof, or says why not', () => {
		expect(proofs.length > 0 || /^Does not apply: .{20}/.test(proof), proof).toBe(true);
	});

	test.each(proofs)('$path', ({ path, names }) => {
		const absolute = join(root, path);
		expect(existsSync(absolute), `${path} is missing`).toBe(true);
		if (path.endsWith('/')) {
			expect(statSync(absolute).isDirectory()).toBe(true);
			expect(readdirSync(absolute)).not.toEqual([]);
			return;
		}
		expect(names, `${path}: no test is named`).not.toEqual([]);
		const titles = titlesIn(absolute);
		for (const name of names)
			expect(
				titles.some((title) => title.test(name)),
				`${path} has no test "${name}"`,
			).toBe(true);
	});
});

const project = new Project({ useInMemoryFileSystem: true });
const known = new Map<string, RegExp[]>();

/** The titles of tests and groups in a file, and the rows of its tables where a title is `%s` alone. */
function titlesIn(path: string): RegExp[] {
	const found = known.get(path);
	if (found) return found;
	const source = project.createSourceFile(path, readFileSync(path, 'utf8'), { overwrite: true });
	const titles: RegExp[] = [];
	let tables = false;
	for (const call of source.getDescendantsOfKind(SyntaxKind.CallExpression)) {
		if (!/^(?:test|it|describe)\b/.test(call.getExpression().getText())) continue;
		const [title] = call.getArguments();
		if (Node.isStringLiteral(title) || Node.isNoSubstitutionTemplateLiteral(title)) {
			if (title.getLiteralText() === '%s') tables = true;
			titles.push(exactly([title.getLiteralText()]));
		} else if (Node.isTemplateExpression(title)) {
			const spans = title.getTemplateSpans().map((span) => span.getLiteral().getLiteralText());
			titles.push(exactly([title.getHead().getLiteralText(), ...spans]));
		}
	}
	if (tables) {
		for (const property of source.getDescendantsOfKind(SyntaxKind.PropertyAssignment)) {
			const name = property.getNameNode();
			if (Node.isStringLiteral(name)) titles.push(exactly([name.getLiteralText()]));
		}
	}
	known.set(path, titles);
	return titles;
}

/** Between the parts stands what a template puts in. */
const exactly = (parts: string[]): RegExp =>
	new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`);
