import type { AccountStore } from './store.js';
import type { PrismaAccountsClient } from './stores/prisma/client.js';
import { prismaStore } from './stores/prisma/index.js';

export type { AccountStore } from './store.js';
export type { PrismaAccountsClient, PrismaModel } from './stores/prisma/client.js';

/**
 * Keeps what accounts need in a database of Prisma, in the models of `@auth/prisma-adapter` and those that
 * `authgraft add-accounts` puts beside them.
 *
 * Specification: section 1 (provider type `credentials`).
 *
 * @param client what `new PrismaClient(...)` made
 * @returns the `store` of `Accounts`
 */
export const prismaAccounts = (client: PrismaAccountsClient): AccountStore => prismaStore(client);
