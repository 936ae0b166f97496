import { type EnvFile, envFiles, envFolder } from '../generators/env/index.ts';
import { ifReadable } from '../host/files/index.ts';
import type { Host, HostPath } from '../host/host.ts';
import { escapePattern, lineAt } from '../syntax/text.ts';

/** A variable that is set, and where. Its value is never printed. */
export interface Variable {
	name: string;
	value: string;
	/** Undefined: in the environment of the process. */
	file: HostPath | undefined;
	/** 1-based. */
	line?: number;
}

/** The variables that the application would get. */
export interface Environment {
	/** Judged as a deployed application's: then the env files of development do not count. */
	production: boolean;
	/** On CI, where neither env files nor variables of sign-in are: what the server gets cannot be seen from there. */
	unseen: boolean;
	/** The env files of development, a later one wins. */
	files: EnvFile[];
	/** The one that counts; undefined where it is not set, or empty. */
	get(name: string): Variable | undefined;
	/** Every place where one is set, in the env files and the environment. */
	all(): Variable[];
}

/** @param variables of the process, usually `process.env`. */
export function readEnvironment(
	host: Host,
	{ production, variables }: { production: boolean; variables: NodeJS.ProcessEnv },
): Environment {
	const folder = ifReadable(() => envFolder(host));
	const files = folder === undefined ? [] : envFiles(host, folder).filter(({ file }) => host.exists(file));
	const inFile = ({ file, values }: EnvFile, name: string): Variable => {
		const text = host.read(file) ?? '';
		const found = new RegExp(`^[^\\S\\r\\n]*(?:export\\s+)?${escapePattern(name)}\\s*[=:]`, 'm').exec(text);
		return {
			...{ name, value: values[name] ?? '', file },
			...(found ? { line: lineAt(text, found.index) } : {}),
		};
	};
	const ofProcess = (name: string): Variable | undefined =>
		variables[name] ? { name, value: variables[name], file: undefined } : undefined;
	return {
		production,
		files,
		unseen:
			!production && Boolean(variables.CI) && files.length === 0 && !Object.keys(variables).some(isOurs),
		get(name) {
			// What is set in the environment wins over the files, with Vite as with dotenv.
			const set = ofProcess(name);
			if (set || production) return set;
			const file = files.findLast(({ values }) => values[name]);
			return file && inFile(file, name);
		},
		all() {
			const own = Object.keys(variables)
				.filter((name) => isOurs(name))
				.flatMap((name) => ofProcess(name) ?? []);
			return [...files.flatMap((file) => Object.keys(file.values).map((name) => inFile(file, name))), ...own];
		},
	};
}

/** Of everything that stands in the environment of a process only what has to do with sign-in is looked at. */
const isOurs = (name: string): boolean =>
	/^(?:(?:VITE_|PUBLIC_)?(?:AUTH|BETTER_AUTH|NEXTAUTH)_|ORIGIN$|DATABASE_URL$)/.test(name);

/** Where a variable stands, for evidence. */
export const placeOf = ({ name, file, line }: Variable) =>
	file === undefined ? { variable: name } : { file, ...(line === undefined ? {} : { line }) };
