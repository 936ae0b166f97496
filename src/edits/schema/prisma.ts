import { lineAt, lineEnding } from '../../syntax/text.ts';
import type { EditResult, Refusal } from '../splice/edit.ts';

/** A model of Prisma that an adapter wants. */
export interface WantedModel {
	name: string;
	/** The fields that the adapter reads and writes, and the relations between the models. */
	fields: readonly string[];
	/** `model User {` to `}`, with two spaces, as Prisma formats it. */
	text: string;
}

/**
 * Adds the models that a Prisma schema lacks, at its end. One of such a name that has all the fields is taken as it is;
 * one that is something else is refused, with the whole of what it lacks.
 */
export function addModels(content: string, models: readonly WantedModel[]): EditResult {
	const text = content.replace(/^\uFEFF/, '');
	const present = blocksIn(text);
	if (!present)
		return { kind: 'refused', reason: 'cannot be read: a block is not closed', snippet: all(models) };
	const missing: WantedModel[] = [];
	for (const wanted of models) {
		const found = present.find(({ name }) => name === wanted.name);
		const fault = found && misfit(text, found, wanted);
		if (fault) return fault;
		if (!found) missing.push(wanted);
	}
	if (missing.length === 0) return { kind: 'unchanged', reason: 'the models are there already' };
	const eol = lineEnding(content);
	const hasEnd = content === '' || content.endsWith('\n');
	const blocks = missing.map((model) => model.text.trimEnd().replaceAll('\n', eol)).join(eol + eol);
	const added = (hasEnd ? eol : eol + eol) + blocks + (hasEnd ? eol : '');
	return { kind: 'edited', text: content + added };
}

const all = (models: readonly WantedModel[]): string => models.map(({ text }) => text.trimEnd()).join('\n\n');

interface Block {
	kind: string;
	name: string;
	start: number;
	body: string;
}

/** The blocks of a schema (`model`, `enum`, `type`, `view` share their names); undefined where one is not closed. */
function blocksIn(text: string): Block[] | undefined {
	const blocks: Block[] = [];
	const plain = withoutComments(text);
	const head = /^[ \t]*(model|enum|type|view|datasource|generator)[ \t]+(\w+)[ \t]*\{/gm;
	for (const found of plain.matchAll(head)) {
		const [, kind = '', name = ''] = found;
		const open = found.index + found[0].length;
		const close = plain.slice(open).search(/^[ \t]*\}/m);
		if (close === -1) return undefined;
		blocks.push({ kind, name, start: found.index, body: plain.slice(open, open + close) });
	}
	return blocks.filter(({ kind }) => kind !== 'datasource' && kind !== 'generator');
}

/** As long as before, so that offsets stay: strings may hold `//`, as URLs do. */
const withoutComments = (text: string): string =>
	text.replace(/"(?:\\.|[^"\\\n])*"|\/\/[^\n]*/g, (part) =>
		part.startsWith('//') ? ' '.repeat(part.length) : part,
	);

function misfit(text: string, { kind, body, start }: Block, wanted: WantedModel): Refusal | undefined {
	const names = [...body.matchAll(/^[ \t]*(\w+)[ \t]+\S/gm)].map(([, name]) => name);
	const missing = wanted.fields.filter((field) => !names.includes(field));
	const line = lineAt(text, start);
	const { name } = wanted;
	if (kind !== 'model')
		return { kind: 'refused', reason: `has ${kind} ${name} already`, line, snippet: wanted.text };
	const demanded = body
		.split('\n')
		.find((field) => isDemanded(field) && !wanted.fields.includes(nameOf(field)));
	if (missing.length === 0 && demanded === undefined) return undefined;
	const reason =
		missing.length > 0
			? `has a model ${name} already, without ${missing.join(', ')}`
			: `has a model ${name} whose \`${nameOf(demanded as string)}\` must not be empty, and a first sign-in has nothing for it`;
	// A few lines to paste, where the model is there.
	const lines = wanted.text.split('\n').filter((row) => missing.includes(nameOf(row)));
	return { kind: 'refused', reason, line, snippet: missing.length > 0 ? lines.join('\n') : wanted.text };
}

const nameOf = (field: string): string => /^\s*(\w+)/.exec(field)?.[1] ?? '';

/** A scalar that is neither optional nor a list, and that nothing fills in. A relation is filled in by its scalars. */
const isDemanded = (field: string): boolean =>
	/^\s*\w+\s+(?:String|Int|BigInt|Boolean|DateTime|Float|Decimal|Json|Bytes)(?![?[\w])/.test(field) &&
	!/@(?:default|updatedAt|id\b)/.test(field);
