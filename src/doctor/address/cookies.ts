/** A cookie as a server set it. No value is ever printed. */
export interface SetCookie {
	name: string;
	value: string;
	attributes: Map<string, string>;
}

export function parseSetCookie(line: string): SetCookie {
	const [pair = '', ...rest] = line.split(';');
	const at = pair.indexOf('=');
	return {
		name: pair.slice(0, at).trim(),
		value: pair.slice(at + 1).trim(),
		attributes: new Map(
			rest.map((part) => {
				const [name = '', value = ''] = part.split('=');
				return [name.trim().toLowerCase(), value.trim()];
			}),
		),
	};
}

/** What a browser would send next, without regard to paths and domains: one address is asked. */
export class Jar {
	readonly #cookies = new Map<string, string>();

	take(lines: readonly string[]): void {
		for (const line of lines) {
			const { name, value, attributes } = parseSetCookie(line);
			if (attributes.get('max-age') === '0' || value === '') this.#cookies.delete(name);
			else this.#cookies.set(name, value);
		}
	}

	/** Undefined where there are none. */
	get header(): Record<string, string> {
		if (this.#cookies.size === 0) return {};
		return { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
	}

	has(part: string): boolean {
		return [...this.#cookies.keys()].some((name) => name.includes(part));
	}
}
