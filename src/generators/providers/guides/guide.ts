/** How to register an application with a provider. */
export interface Guide {
	/** The page to begin at. */
	register: string;
	/**
	 * Short, in order. `{callback}` stands for the callback URL; `{ID}`, `{SECRET}`, ... for the variables, named by what
	 * they end with.
	 */
	steps: string[];
	notes?: string[];
}

/** The last step nearly everywhere. */
export const copyBoth = 'Copy the client ID into {ID} and the client secret into {SECRET}.';
export const httpsOnly =
	'Only https callbacks are taken, while developing too: give the development server a certificate, or use a tunnel.';
