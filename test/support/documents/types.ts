import { join } from 'node:path';
import ts from 'typescript';

/** The compiler in an installed host, by the host's own tsconfig.json. */
export class HostTypes {
	readonly #folder: string;
	readonly #service: ts.LanguageService;
	readonly #overlay = new Map<string, { text: string; version: string }>();
	#version = 0;

	constructor(folder: string) {
		this.#folder = folder;
		const config = join(folder, 'tsconfig.json');
		const read = ts.readConfigFile(config, ts.sys.readFile);
		const { options, fileNames, errors } = ts.parseJsonConfigFileContent(read.config, ts.sys, folder);
		const [error] = errors;
		if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
		const own = (name: string) => this.#overlay.get(name);
		const host: ts.LanguageServiceHost = {
			getCompilationSettings: () => options,
			getCurrentDirectory: () => folder,
			getDefaultLibFileName: ts.getDefaultLibFilePath,
			getScriptFileNames: () => [...new Set([...fileNames, ...this.#overlay.keys()])],
			getScriptVersion: (name) => own(name)?.version ?? '0',
			getScriptSnapshot: (name) => {
				const text = own(name)?.text ?? ts.sys.readFile(name);
				return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
			},
			fileExists: (name) => this.#overlay.has(name) || ts.sys.fileExists(name),
			readFile: (name) => own(name)?.text ?? ts.sys.readFile(name),
			readDirectory: ts.sys.readDirectory,
			directoryExists: ts.sys.directoryExists,
			getDirectories: ts.sys.getDirectories,
			...(ts.sys.realpath && { realpath: ts.sys.realpath }),
		};
		this.#service = ts.createLanguageService(host);
	}

	/** What it says of a file with this text, in place of the one that may be there. */
	complaints(path: string, text: string): string[] {
		const name = join(this.#folder, path).replaceAll('\\', '/');
		this.#overlay.set(name, { text, version: String(++this.#version) });
		try {
			const found = [
				...this.#service.getSyntacticDiagnostics(name),
				...this.#service.getSemanticDiagnostics(name),
			];
			return found.map(({ file, start = 0, messageText }) => {
				const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
				return `${path}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
			});
		} finally {
			this.#overlay.delete(name);
		}
	}
}
