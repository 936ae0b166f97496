/*
 * The plan room: the only place that writes into a host. Everything heavy (ts-morph, diff, jsonc-parser) is loaded
 * when it is needed, so importing this costs next to nothing.
 */
export { type Applied, applyPlan } from './apply.ts';
export * from './change.ts';
export type { Disk } from './disk/index.ts';
export { isSecret, maskEnv } from './mask.ts';
export { isOurs, leftByUs, recordInstalled } from './ours.ts';
export { type ChangeJson, planToJson, renderDiff } from './preview.ts';
export { needsRecovery, type Recovery, recover } from './recover.ts';
export { rememberFiles } from './remember.ts';
export { type Left, type Undone, undoLast } from './undo.ts';
