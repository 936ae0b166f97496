/** Names of a file below `runtime/src`, what stands there, and what takes its place: `FAULT` is whether it is wanted. */
type Change = [file: string, from: string, to: string];

/** The runtime with one defence less, by the name that a row has for it. */
export type Faults = Readonly<Record<string, readonly Change[]>>;
