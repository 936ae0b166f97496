import type { Context } from '../context.ts';

/** Where the auth endpoints lie: as was said, as the auth module says, or as the framework has it. */
export const basePathOf = ({ host, answers, auth }: Context): string =>
	answers.basePath ?? auth.module?.facts.basePath ?? host.generation.authBasePath;
