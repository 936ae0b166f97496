/** A request body as the core can read it, and its fields. */
export interface Body {
	text: string;
	type: string;
	fields: Partial<Record<string, string>>;
}

const urlencoded = 'application/x-www-form-urlencoded';

/** Bytes. More than any form, attestation or token that a provider posts. */
const largestBody = 1024 * 1024;

/** Fields of a form, or members at the top of a JSON object. More than any page or provider sends. */
const mostFields = 1000;

/**
 * Reads a body once. The core ignores multipart forms, so they are turned into urlencoded ones.
 *
 * @returns null when it is too large, in bytes or in fields; an empty form when it cannot be parsed: then the core
 *   answers what is missing
 */
export async function readBody(request: Request): Promise<Body | null> {
	const type = request.headers.get('content-type') ?? '';
	const bytes = await readBytes(request);
	if (bytes === null) return null;
	try {
		const text = new TextDecoder().decode(bytes);
		if (type.includes('application/json')) {
			const parsed: unknown = JSON.parse(text, (name, value) => (isPoison(name) ? undefined : value));
			if (typeof parsed === 'object' && parsed !== null) {
				if (Object.keys(parsed).length > mostFields) return null;
				return { text: JSON.stringify(parsed), type, fields: parsed as Body['fields'] };
			}
		} else if (type.includes('multipart/form-data')) {
			const form = new URLSearchParams();
			const given = await new Response(bytes, { headers: { 'content-type': type } }).formData();
			for (const [name, value] of given) if (typeof value === 'string') form.append(name, value);
			return ofForm(form);
		} else if (type.includes(urlencoded)) {
			return ofForm(new URLSearchParams(text));
		}
	} catch {
		// Malformed: as good as empty.
	}
	return { text: '', type: urlencoded, fields: {} };
}

/** Adds a field, unless there is nothing to add. */
export function addField(body: Body, name: string, value: string | null): void {
	if (value === null) return;
	body.fields[name] = value;
	const isForm = body.type === urlencoded;
	body.text = isForm ? `${body.text}&${new URLSearchParams({ [name]: value })}` : JSON.stringify(body.fields);
}

/** Names with which `Object.assign` and its like reach the prototype, as guides do it with what `update` sent. */
function isPoison(name: string): boolean {
	return name === '__proto__' || name === 'constructor' || name === 'prototype';
}

/** The text fields of a form. The last of two with one name wins, as in the core. */
export function textFields(form: Iterable<readonly [string, unknown]>): Record<string, string> {
	const fields = [...form].filter(([name, value]) => typeof value === 'string' && !isPoison(name));
	return Object.fromEntries(fields) as Record<string, string>;
}

/** In one pass: deleting from URLSearchParams goes through all of them each time. */
function ofForm(form: URLSearchParams): Body | null {
	if (form.size > mostFields) return null;
	const kept = new URLSearchParams([...form].filter(([name]) => !isPoison(name)));
	return { text: kept.toString(), type: urlencoded, fields: Object.fromEntries(kept) };
}

/** Stops reading where it is enough: not every server has a limit of its own. */
async function readBytes({ body, headers }: Request): Promise<Uint8Array<ArrayBuffer> | null> {
	if (Number(headers.get('content-length') ?? 0) > largestBody) return null;
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body ?? []) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > largestBody) return null;
	}
	return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
