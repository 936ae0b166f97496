import { availableParallelism, cpus, loadavg } from 'node:os';

/** Runnable processes of the last minute, on average. */
export const load = () => Number((loadavg()[0] ?? 0).toFixed(1));

/** What the figures were made on. */
export const machine = () => ({
	cpu: cpus()[0]?.model ?? 'unknown',
	cores: availableParallelism(),
	platform: `${process.platform} ${process.arch}`,
	node: process.versions.node,
});
