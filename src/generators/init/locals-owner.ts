import { readLocalsAnew, readLocalsOwner } from '../../audit/collisions/locals.ts';
import type { Context } from '../context.ts';

/**
 * Why nothing may be wired where `locals.auth` is somebody else's: every page would answer 500. The name is fixed, since
 * the runtime's types declare it for the whole application.
 */
export function localsOwned({ host, auth }: Context): string | undefined {
	if (auth.module) return undefined;
	const owner = readLocalsOwner(host);
	if (!owner) return anew(readLocalsAnew(host));
	const place = `${owner.file}:${owner.line}`;
	return owner.package === undefined
		? `cannot have \`locals.auth()\` of sign-in, since ${place} sets \`locals.auth\` to something else; give that another name there`
		: `cannot have \`locals.auth()\` of sign-in, since ${owner.package} sets \`locals.auth\` in ${place}: two libraries cannot have that name, and it can be changed in neither. Keep ${owner.package}, or take it out and run init again`;
}

const anew = (place: ReturnType<typeof readLocalsAnew>): string | undefined =>
	place &&
	`would lose \`locals.auth()\`, since ${place.file}:${place.line} makes \`event.locals\` anew; begin them with \`...event.locals\` there`;
