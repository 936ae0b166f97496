import type { CredentialsConfig } from '@auth/core/providers/credentials';
import { processEnvironment } from '../environment.js';

/**
 * A test person. Plain data: it is sent to the sign-in page.
 *
 * Specification: section 2.2.
 */
export interface DevelopmentPerson {
	/** What the sign-in form sends as `id`, and the user's id afterwards. */
	id: string;
	/** What the sign-in page shows, and the session. */
	name: string;
	/** E-mail address, as of the user. */
	email?: string;
	/** URL of a picture, as of the user. */
	image?: string;
}

/** Where a development provider has its people. Registered, so that it survives two copies of this package in one process. */
const mark = Symbol.for('authgraft.development');

/** What {@link Development} makes: a provider of credentials that holds its people. */
export type DevelopmentProvider = CredentialsConfig & { [mark]: readonly DevelopmentPerson[] };

const defaultPeople: DevelopmentPerson[] = [
	{ id: 'alice', name: 'Alice Admin', email: 'alice@example.com' },
	{ id: 'bob', name: 'Bob Builder', email: 'bob@example.com' },
	{ id: 'carol', name: 'Carol Customer', email: 'carol@example.com' },
];

/**
 * A provider without passwords: a list of test people to click on, for the first run and for tests.
 * It exists only while developing: config resolution drops it unless the host says `dev: true` and NODE_ENV is
 * `development` when the request comes, and `authorize` looks at NODE_ENV once more.
 *
 * Specification: section 1 (provider type `credentials`).
 *
 * @param options.people who can sign in. Default: Alice Admin, Bob Builder, Carol Customer
 * @throws TypeError when two people share an id
 */
export function Development(options: { people?: readonly DevelopmentPerson[] } = {}): DevelopmentProvider {
	const people = options.people ?? defaultPeople;
	if (new Set(people.map(({ id }) => id)).size !== people.length)
		throw new TypeError('Development({ people }): every person needs an id of their own.');
	return {
		id: 'development',
		name: 'Development',
		type: 'credentials',
		credentials: { id: { label: 'Test person', type: 'text' } },
		authorize({ id }) {
			if (!isDevelopmentProcess()) return null;
			const person = people.find((candidate) => candidate.id === id);
			return person ? { ...person } : null;
		},
		[mark]: people,
	};
}

/** The test people of a provider, or undefined when it is an ordinary one. */
export function developmentPeople(provider: object): readonly DevelopmentPerson[] | undefined {
	return (provider as Partial<DevelopmentProvider>)[mark];
}

export function isDevelopmentProvider(provider: object): boolean {
	return developmentPeople(provider) !== undefined;
}

/** Whether this process says "development" in so many words. Unset, which is usual in production, is no. */
export function isDevelopmentProcess(): boolean {
	const { NODE_ENV } = processEnvironment();
	return NODE_ENV === 'development';
}
