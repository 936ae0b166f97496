import type { HostContext } from '../context.ts';
import type { Examination } from '../diagnosis.ts';
import { type Answer, ask, type Question } from './ask.ts';

/** A provider as the endpoint lists it. */
export interface RunningProvider {
	id: string;
	name: string;
	type: string;
	callbackUrl: string;
}

/** The application that is asked, as far as it is known. */
export interface Place {
	/** As people see it. */
	address: URL;
	/** What a browser there sends as Origin. */
	origin: string;
	/** `/auth`, with the base of the application. */
	base: string;
	/** Sends one to a path of it. */
	send(path: string, question?: Question): Promise<Answer>;
	/** Vite's development server: much is different in production. */
	isVite: boolean;
	/** Unknown where no project is here and the page does not tell. */
	framework: 'sveltekit' | 'solid-start' | undefined;
	/** What is in the folder here, which is taken to be what runs there. */
	context: HostContext | undefined;
	providers: RunningProvider[];
}

export const nothing: Examination = { found: [], unanswered: [] };

/** JSON of an answer; undefined for anything else. */
export function jsonOf(answer: Answer): unknown {
	if (answer.kind !== 'answer' || !/json/.test(answer.headers['content-type'] ?? '')) return undefined;
	try {
		return JSON.parse(answer.body);
	} catch {
		return undefined;
	}
}

export const isHtml = (answer: Answer): boolean =>
	answer.kind === 'answer' && /text\/html/.test(answer.headers['content-type'] ?? '');

/** How a server has to be asked. */
export interface Access {
	/** The path of the address as it was typed: an application may lie below one. */
	path?: string;
	/** What a browser sends as Origin, where it is not the address. */
	origin?: string | undefined;
	/** Sent with every request, to a server that wants to be told of a proxy in front of it. */
	headers?: Record<string, string>;
	signal?: AbortSignal | undefined;
	/** Milliseconds that an answer may take. */
	patience?: number;
}

export const sender =
	(address: URL, { headers, signal, patience }: Access) =>
	(path: string, question: Question = {}): Promise<Answer> =>
		ask(new URL(path, address), {
			...question,
			signal,
			patience,
			headers: { ...headers, ...question.headers },
		});
