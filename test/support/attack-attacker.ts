import type { Arbitrary } from 'fast-check';
import { expect } from 'vitest';
import { discoverFunctions } from '../../scripts/lib/attack/discover.ts';
import { type AttackResult, attack, type Target } from '../../scripts/lib/attack/run.ts';
import {
	expected,
	type Framework,
	type Places,
	prepare,
	type Row,
	readTable,
	type Table,
} from '../../scripts/lib/attack/table.ts';
import { tellTale } from '../../scripts/lib/attack/tell-tale.ts';
import { isDecodable, variants } from '../../scripts/lib/attack/variants.ts';
import type { WireRequest } from '../../scripts/lib/attack/wire.ts';
import { CookieJar } from '../../scripts/lib/demo/cookie-jar.ts';
import { ada, adasForm, type Endpoints, sessionText, solidStart, svelteKit } from './ada.ts';
import { belowOf, placesOf } from './attack-host.ts';
import { secretsOf } from './attack-secrets.ts';

export type Headers = readonly (readonly [name: string, value: string])[];

export interface AttackOptions {
	framework: Framework;
	/** `3`, `2.5` */
	version: string;
	/** The host has functions that browsers call by an address of their own. */
	functions: boolean;
	/** The host has the parts for a role and for the control. */
	more: boolean;
}

/** Where a build answers: as people know it, and without the proxy that may stand in between. */
export interface Address {
	public: string;
	direct: string;
}

/** Somebody who goes through a table, against one part of a running host after the other. */
export class Attacker {
	readonly options: AttackOptions;
	readonly table: Table;
	readonly endpoints: Endpoints;
	/** Rows that can be asked for in this host. */
	readonly rows: Row[];
	readonly #address: () => Address;
	#found: Record<string, string>[] = [];

	constructor(address: () => Address, options: AttackOptions) {
		this.#address = address;
		this.options = options;
		this.table = readTable(options.framework);
		this.endpoints = options.framework === 'sveltekit' ? svelteKit : solidStart;
		const speaksOfFunctions = (row: Row) => JSON.stringify(row).includes('{function');
		this.rows = this.table.rows.filter(
			(row) => !row.elsewhere && (options.functions || !speaksOfFunctions(row)),
		);
	}

	/** Rows in which somebody who may pass gets to see something. */
	get legitimate(): Row[] {
		return this.rows.filter(
			(row) => row.shows !== undefined && expected(row, this.options.version) === 'closed',
		);
	}

	/** Looks for functions, as anybody can. @returns how many there are */
	async lookRound(): Promise<number> {
		// Other tests have been here, and were handed out what they may have.
		await fetch(this.#address().direct + tellTale);
		this.#found = await discoverFunctions(this.#address().direct, this.options.framework, [
			'/signin',
			'/leap',
		]);
		return this.#found.length;
	}

	target(part: string, headers: Headers = [], secrets = secretsOf(this.options.framework, part)): Target {
		return { origin: this.#address().direct, secrets, headers, probe: tellTale, timeout: 10_000 };
	}

	places = (part: string): Places =>
		placesOf(this.options.framework, part, this.#address().public, this.#found);

	/** Sends what a row says, once for each function where it speaks of functions. */
	async run(row: Row, part: string, target: Target = this.target(part)): Promise<AttackResult[]> {
		const prepared = prepare(row, this.places(part));
		if (typeof prepared === 'string') throw new Error(`${row.id} ${row.name}: ${prepared}`);
		// Where it is known that no answer comes, nobody needs to wait for one.
		const wait = row.expect === 'unanswered' ? { timeout: 500 } : {};
		const outcomes: AttackResult[] = [];
		for (const { request } of prepared) outcomes.push(await attack({ ...target, ...wait }, request));
		return outcomes;
	}

	/** Requests that nobody wrote down. */
	variants(part: string): Arbitrary<WireRequest> {
		const { framework, version } = this.options;
		const all = variants(framework, this.places(part), belowOf(framework));
		// SolidStart 2's server answers nothing to these, whatever the guard; the table has some of them.
		const isSlow = framework === 'solid-start' && version === '2';
		return isSlow ? all.filter(({ target }) => isDecodable(target)) : all;
	}

	/** The headers of somebody who has signed in. */
	async signIn({ email, password, name }: Person = ada): Promise<Headers> {
		const { public: origin } = this.#address();
		const jar = new CookieJar();
		await jar.visit(origin + this.endpoints.signIn, { form: { ...adasForm, email, password } });
		expect(await sessionText(origin, jar, this.endpoints)).toContain(name);
		return [['cookie', jar.header()]];
	}
}

type Person = typeof ada;
