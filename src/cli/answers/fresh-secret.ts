import { randomBytes } from 'node:crypto';

/** 32 bytes from the system's random source: 43 characters that need no quotes anywhere. */
export const freshSecret = (): string => randomBytes(32).toString('base64url');
