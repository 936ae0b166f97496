/** A request body as the core can read it, and its fields. */
export interface Body {
	text: string;
	type: string;
	fields: Partial<Record<string, string>>;
}

const urlencoded = 'application/x-www-form-urlencoded';

/** Bytes. More than any form, attestation or token that a provider posts. */
const largestBody = 1024 * 1024;

/**
 * Reads a body once. The core ignores multipart forms, so they are turned into urlencoded ones.
 *
 * @returns null when it is too large; an empty form when it cannot be parsed: then the core answers what is missing
 */
export async function readBody(request: Request): Promise<Body | null> {
	const type = request.headers.get('content-type') ?? '';
	const bytes = await readBytes(request);
	if (bytes === null) return null;
	try {
		const text = new TextDecoder().decode(bytes);
		if (type.includes('application/json')) {
			const parsed: unknown = JSON.parse(text);
			if (typeof parsed === 'object' && parsed !== null) {
				return { text, type, fields: parsed as Body['fields'] };
			}
		} else if (type.includes('multipart/form-data')) {
			const form = new URLSearchParams();
			const given = await new Response(bytes, { headers: { 'content-type': type } }).formData();
			for (const [name, value] of given) if (typeof value === 'string') form.append(name, value);
			return { text: form.toString(), type: urlencoded, fields: Object.fromEntries(form) };
		} else if (type.includes(urlencoded)) {
			return { text, type, fields: Object.fromEntries(new URLSearchParams(text)) };
		}
	} catch {
		// Malformed: as good as empty.
	}
	return { text: '', type: urlencoded, fields: {} };
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
