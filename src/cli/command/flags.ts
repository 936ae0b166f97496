import { Argument, InvalidArgumentError, Option } from 'commander';

/** A declaration for commander that knows the type of what it brings. */
type Declares<Declaration, Brings> = Declaration & {
	/** There for the type only. */
	readonly brings?: Brings;
};

export type Flag<Brings> = Declares<Option, Brings>;
export type Parameter<Brings> = Declares<Argument, Brings>;

/** `dry-run` as commander names it: `dryRun`. */
type Camel<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

/** `-y, --yes` is `yes`, `--cwd <dir>` is `cwd`, and `--no-install` is `install`. */
type Key<Flags> = Flags extends `${string}--no-${infer Name}`
	? Camel<Name>
	: Flags extends `${string}--${infer Name} ${string}`
		? Camel<Name>
		: Flags extends `${string}--${infer Name}`
			? Camel<Name>
			: never;

type Always<Flags, Value> = { [name in Key<Flags> & string]: Value };
type Perhaps<Flags, Value> = { [name in Key<Flags> & string]?: Value };

/** Yes or no: false unless it is given. `--no-install` the other way round, true unless it is given. */
export const toggle = <const Flags extends string>(
	flags: Flags,
	help: string,
): Flag<Always<Flags, boolean>> => {
	const option = new Option(flags, help);
	return option.negate ? option : option.default(false);
};

/** A value as it is typed; missing where the flag is. */
export const text = <const Flags extends string>(flags: Flags, help: string): Flag<Perhaps<Flags, string>> =>
	new Option(flags, help);

/** The same with something to fall back on. */
export const textOr = <const Flags extends string>(
	flags: Flags,
	help: string,
	fallback: string,
): Flag<Always<Flags, string>> => new Option(flags, help).default(fallback);

/** Comma-separated values in one flag. */
export const list = <const Flags extends string>(
	flags: Flags,
	help: string,
): Flag<Perhaps<Flags, string[]>> =>
	new Option(flags, help).argParser((value) => {
		const items = value
			.split(',')
			.map((item) => item.trim())
			.filter(Boolean);
		if (items.length === 0) throw new InvalidArgumentError('Expected at least one name.');
		return items;
	});

/** A flag that may be given several times, with a value each. */
export const repeated = <const Flags extends string>(
	flags: Flags,
	help: string,
): Flag<Perhaps<Flags, string[]>> =>
	new Option(flags, help).argParser((value, before: string[] | undefined) => [...(before ?? []), value]);

/** One of a few words. */
export const choice = <const Flags extends string, const Word extends string>(
	flags: Flags,
	help: string,
	words: readonly Word[],
): Flag<Perhaps<Flags, Word>> => new Option(flags, help).choices(words);

/** Known only to be refused in words of its own, and not in the help. */
export const hidden = <const Flags extends string>(flags: Flags): Flag<Perhaps<Flags, string | true>> =>
	new Option(flags).hideHelp();

/** `<id>` has to be there, `[id]` may be missing, and with `...` it is a list. */
type Brought<Name, Value> = Name extends `${string}...${string}`
	? Value[]
	: Name extends `<${string}`
		? Value
		: Value | undefined;

/** @param name such as `[id...]`, which may be missing, or `<id...>`. */
export const argument = <const Name extends string>(
	name: Name,
	help: string,
): Parameter<Brought<Name, string>> => new Argument(name, help);

export const choiceArgument = <const Name extends string, const Word extends string>(
	name: Name,
	help: string,
	words: readonly Word[],
): Parameter<Brought<Name, Word>> => new Argument(name, help).choices(words);

type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
	? { [name in keyof All]: All[name] }
	: never;

/** What `run` gets for a list of flags: `OptionsOf<typeof options>`. */
export type OptionsOf<Flags extends readonly Flag<object>[]> = Merged<
	{ [index in keyof Flags]: Flags[index] extends Flag<infer Brings> ? Brings : never }[number]
>;

export type ArgumentsOf<Parameters extends readonly Parameter<unknown>[]> = {
	[index in keyof Parameters]: Parameters[index] extends Parameter<infer Brings> ? Brings : never;
};
