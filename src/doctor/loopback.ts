/** Names of the machine itself: what is asked there is asked from inside. */
export const isLoopback = ({ hostname }: URL): boolean =>
	/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
