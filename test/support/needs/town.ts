import { freePort } from '../../../scripts/lib/process/free-port.ts';
import { Person } from '../../conformance/support/person.ts';
import { launchBrowser, resolverRules, switches, type TestBrowser } from '../browser.ts';
import { secureFetch } from '../conformance/secure-fetch.ts';
import { selfSigned, startProxy } from '../proxy.ts';

/** The names of the pages, and of those who are none of theirs. */
const names = [
	...['app.example.com', 'shop.example.com', 'partner.example.com'],
	...['acme.example.com', 'globex.example.com', 'unknown.example.com'],
	...['app.embedded.test', 'evil.test', 'preview-7.test'],
];

/** Names that lead to servers of this machine by TLS, at the usual port: what a page says is so to the letter. */
export interface Town {
	browser: TestBrowser;
	/** Switches with which another browser finds the names. */
	switches: string[];
	/** Lets a name lead to a server: `http://127.0.0.1:4000`. */
	lead(name: string, target: string): void;
	/** Somebody without a browser; visits paths of the first name. */
	newPerson(...names: string[]): Person;
	close(): Promise<void>;
}

export async function makeTown(): Promise<Town> {
	const port = await freePort();
	const certificate = await selfSigned(...names);
	const targets = new Map<string, string>();
	// Nothing listens there.
	const target = (host: string) => targets.get(host) ?? 'http://127.0.0.1:9';
	const tls = { host: names[0] ?? '', certificate };
	const [proxy, browser] = await Promise.all([
		startProxy({ target, port, tls, keepsHost: true }),
		launchBrowser(names, port),
	]);
	const fetch = secureFetch(certificate.cert, port);
	return {
		browser,
		switches: [...switches, resolverRules(names, port)],
		lead: (name, to) => void targets.set(name, to),
		newPerson: (...visited) => new Person(...visited.map((name) => ({ origin: `https://${name}`, fetch }))),
		async close() {
			await browser.close();
			await proxy.close();
		},
	};
}
