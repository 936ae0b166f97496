/** Says how much of its object a method went through: elements, or characters. */
type Passed = (target: never, args: readonly unknown[], result: unknown) => number;

const ofArray: Passed = ({ length }: unknown[]) => length;
const ofParams: Passed = ({ size }: URLSearchParams) => size;
const ofString: Passed = ({ length }: string) => length;
const ofText: Passed = (_, [text]) => String(text).length;

/** Up to what was found, or to the end. */
const search: Passed = ({ length }: { length: number }, [, start], result) => {
	const from = Number(start ?? 0);
	return Math.max(0, (typeof result === 'number' && result >= 0 ? result : length) - from);
};
const backwards: Passed = ({ length }: { length: number }, [, start], result) =>
	Math.max(0, Math.min(length, Number(start ?? length)) - Number(result));
const holds: Passed = ({ length }: { length: number }, _, result) => (result ? 1 : length);

/** Methods that go through the whole of something in machine code, which no coverage shows. */
const passes: [owner: object, methods: string[], passed: Passed][] = [
	[
		Array.prototype,
		['splice', 'shift', 'unshift', 'slice', 'concat', 'join', 'reverse', 'flat', 'sort'],
		ofArray,
	],
	[Array.prototype, ['indexOf'], search],
	[Array.prototype, ['lastIndexOf'], backwards],
	[Array.prototype, ['includes'], holds],
	[URLSearchParams.prototype, ['delete', 'set'], ofParams],
	[String.prototype, ['split', 'replace', 'replaceAll', 'match', 'search', 'normalize'], ofString],
	[String.prototype, ['toLowerCase', 'toUpperCase'], ofString],
	[String.prototype, ['indexOf'], search],
	[String.prototype, ['lastIndexOf'], backwards],
	[String.prototype, ['includes'], holds],
	[RegExp.prototype, ['test'], ofText],
	[JSON, ['parse'], ofText],
	[JSON, ['stringify'], (_, __, result) => String(result ?? '').length],
	[
		globalThis,
		['decodeURIComponent', 'encodeURIComponent', 'decodeURI', 'encodeURI', 'atob', 'btoa'],
		ofText,
	],
];

/** Counts what such methods go through from now on. */
export function countPasses(): { count: number; stop(): void } {
	const counted = { count: 0, stop: () => {} };
	const put = (owner: object, name: string, value: unknown) =>
		Object.defineProperty(owner, name, { value, writable: true, configurable: true });
	const undo = passes.flatMap(([owner, names, passed]) =>
		names.map((name) => {
			const original = Reflect.get(owner, name);
			put(owner, name, function (this: never, ...args: unknown[]): unknown {
				const result: unknown = Reflect.apply(original, this, args);
				counted.count += passed(this, args, result);
				return result;
			});
			return () => put(owner, name, original);
		}),
	);
	counted.stop = () => {
		for (const restore of undo) restore();
	};
	return counted;
}
