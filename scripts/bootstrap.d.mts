export const root: string;
export function withNode24Env(env?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
export function isUpToDate(wanted: string, installed: string): boolean;
export function ensureInstalled(): Promise<void>;
export function bootstrap(): Promise<void>;
