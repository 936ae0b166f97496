import type { Framework } from './table.ts';

/** Which framework a host is made with, by what its pages load. `silent`: nobody answers. */
export async function detectFramework(origin: string): Promise<Framework | 'unknown' | 'silent'> {
	const texts = await Promise.all(['/', '/signin'].map((path) => read(origin + path)));
	if (texts.every((text) => text === undefined)) return 'silent';
	const text = texts.join('\n');
	if (/__sveltekit|\/immutable\/entry\//.test(text)) return 'sveltekit';
	if (/\/_build\/|data-hk=|_\$HY/.test(text)) return 'solid-start';
	return 'unknown';
}

async function read(url: string): Promise<string | undefined> {
	try {
		const response = await fetch(url, {
			signal: AbortSignal.timeout(10_000),
			headers: { accept: 'text/html' },
		});
		return await response.text();
	} catch {
		return undefined;
	}
}
