import { type Config, type integrations, makeApplication } from './application.ts';
import { github, password } from './fixtures.ts';
import { Person } from './person.ts';

/** Ways to ask the endpoints of an application with credentials and GitHub, on one integration. */
export function asking(integration: (typeof integrations)[number]) {
	const make = (config: Config = {}) => {
		const app = makeApplication(integration, { providers: [password, github], ...config });
		return { app, person: new Person(app), at: (path: string) => `${app.basePath}/${path}` };
	};
	/** One request, redirects not followed: what came, with the endpoints' own URL left out. */
	const ask = async (path: string, options: Parameters<Person['visit']>[1] = {}, config: Config = {}) => {
		const { app, person, at } = make(config);
		const visit = await person.visit(at(path), { follow: false, ...options });
		const location = visit.redirects[0]?.replace(`${app.origin}${app.basePath}`, '<auth>');
		const errors = app.logs.filter(({ level }) => level !== 'debug').map(({ type }) => type);
		return { ...visit, location, cookies: person.cookies.names(), errors, app, person };
	};
	return { make, ask };
}
