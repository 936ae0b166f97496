import { describe, expect, test } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { checkDerivation } from './check.ts';

const good = { module: 'good', id: 'good', name: 'Good', type: 'oidc', factory: 'Good' };
const checked = (fact: unknown) => checkDerivation({ facts: [good, fact], failed: [] });

describe('checkDerivation', () => {
	test('lets everything through that our own core says', () => {
		const facts = catalogue.map(({ module, id, name, type, factory, issuer, postsFrom }) => ({
			module,
			id,
			name,
			type,
			factory,
			...(issuer ? { issuer } : {}),
			...(postsFrom ? { postsFrom } : {}),
		}));
		expect(checkDerivation({ facts, failed: [] })).toEqual({ facts, failed: [] });
	});

	test.each([
		['no object', null],
		['a list', []],
		['no facts', { failed: [] }],
		['facts that are no list', { facts: {}, failed: [] }],
		['nothing failed is not said', { facts: [good] }],
		['no fact that can be used', { facts: [{ ...good, id: '' }], failed: [] }],
		['a module twice', { facts: [good, { ...good, id: 'other' }], failed: [] }],
		['an id twice', { facts: [good, { ...good, module: 'other' }], failed: [] }],
	])('%s is no derivation', (_, value) => {
		expect(checkDerivation(value)).toBeUndefined();
	});

	test.each([
		['an id with a slash', { id: '../x' }],
		['an id with a quote', { id: "x'" }],
		['an id that is a number', { id: 7 }],
		['a name with a line break', { name: 'A\nAUTH_SECRET=x' }],
		['a name that ends a comment', { name: 'A */' }],
		['a name with a quote', { name: "A'" }],
		['a name with a hash', { name: 'A # b' }],
		['a name that is a mile long', { name: 'A'.repeat(61) }],
		['a local name that is code', { factory: 'A; b' }],
		['a local name in small letters', { factory: 'import' }],
		['an unknown type', { type: 'magic' }],
		['a type that objects have', { type: 'constructor' }],
		['an origin with a path', { postsFrom: ['https://a.example/x'] }],
		['an origin without encryption', { postsFrom: ['http://a.example'] }],
		['an origin that is code', { postsFrom: ["https://a'b"] }],
	])('%s leaves the module out', (_, change) => {
		expect(checked({ ...good, module: 'odd', id: 'odd', ...change })).toEqual({
			facts: [good],
			failed: [{ module: 'odd', reason: 'it describes itself in an unknown way' }],
		});
	});

	test('what has no module name is passed over, and so are fields that we do not know', () => {
		expect(checked({ ...good, module: '../x', id: 'odd' })).toEqual({ facts: [good], failed: [] });
		expect(checked('text')).toEqual({ facts: [good], failed: [] });
		expect(checked({ ...good, module: 'more', id: 'more', extra: 1, issuer: 'yes' })?.facts[1]).toEqual({
			...good,
			module: 'more',
			id: 'more',
		});
	});

	test('reasons hold nothing that a terminal obeys', () => {
		const failed = [
			{ module: 'a', reason: 'x\u001b[2J\u0007\n y' },
			{ module: '../b', reason: '' },
			{ module: 'good', reason: 'loaded' },
			null,
		];
		expect(checkDerivation({ facts: [good], failed })?.failed).toEqual([{ module: 'a', reason: 'x[2J y' }]);
	});
});
