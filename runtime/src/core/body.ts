/** A request body as the core can read it, and its fields. */
export interface Body {
	text: string;
	type: string;
	fields: Partial<Record<string, string>>;
}

const urlencoded = 'application/x-www-form-urlencoded';

/**
 * Reads a body once. The core ignores multipart forms, so they are turned into urlencoded ones.
 *
 * @returns an empty form when the body cannot be parsed: then the core answers what is missing
 */
export async function readBody(request: Request): Promise<Body> {
	const type = request.headers.get('content-type') ?? '';
	try {
		if (type.includes('application/json')) {
			const text = await request.text();
			const parsed: unknown = JSON.parse(text);
			if (typeof parsed === 'object' && parsed !== null) {
				return { text, type, fields: parsed as Body['fields'] };
			}
		} else if (type.includes('multipart/form-data')) {
			const form = new URLSearchParams();
			for (const [name, value] of await request.formData())
				if (typeof value === 'string') form.append(name, value);
			return { text: form.toString(), type: urlencoded, fields: Object.fromEntries(form) };
		} else if (type.includes(urlencoded)) {
			const text = await request.text();
			return { text, type, fields: Object.fromEntries(new URLSearchParams(text)) };
		}
	} catch {
		// Malformed: as good as empty.
	}
	return { text: '', type: urlencoded, fields: {} };
}
