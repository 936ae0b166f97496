import { cpSync } from 'node:fs';
import { graft } from './expect.ts';
import { type Files, type Host, makeHost } from './host.ts';

const ready = new Map<string, Promise<Host>>();

/** A host in which `init` has run, with more files: copied, since the run itself takes most of a short test's time. */
export async function graftedHost(fixture: string, files: Files = {}, ...flags: string[]): Promise<Host> {
	const key = [fixture, ...flags].join(' ');
	const original = ready.get(key) ?? graftNew(fixture, flags);
	ready.set(key, original);
	const host = makeHost({ fixture: null });
	cpSync((await original).root, host.root, { recursive: true });
	host.write(files);
	return host;
}

async function graftNew(fixture: string, flags: string[]): Promise<Host> {
	const host = makeHost({ fixture });
	await graft(host, ...flags);
	return host;
}
