export { customFetch } from '@auth/core';
export type { Adapter, AdapterSession, AdapterUser } from '@auth/core/adapters';
export { AuthError, CredentialsSignin } from '@auth/core/errors';
export type { DefaultJWT, JWT } from '@auth/core/jwt';
export type { Account, DefaultSession, Profile, Session, User } from '@auth/core/types';
export { Development, type DevelopmentPerson } from '../core/development.js';
export { type SignInError, signInErrorMessage } from '../core/errors.js';
export { hasRole } from '../core/has-role.js';
export type { SessionCacheLimits } from '../core/jwt-cache.js';
export type { TokenAnswer } from '../core/refresh-answer.js';
export type { RefreshStore } from '../core/refresh-store.js';
export {
	type RefreshParams,
	type RefreshRequest,
	type RefreshTokensOptions,
	refreshTokens,
} from '../core/refresh-tokens.js';
export type { PasskeyOption, SignInField, SignInOption } from '../core/sign-in-options.js';
export type { SignInPageData } from '../core/sign-in-page.js';
export type { UserSession } from '../core/types.js';
export { SvelteKitAuth } from './auth.js';
export { type ProtectOptions, protect } from './protect.js';
export { type RequireUserOptions, requireUser } from './require-user.js';
export type {
	AuthAction,
	AuthHandle,
	LazyConfig,
	SignInFailure,
	SignInSuccess,
	SvelteKitAuthConfig,
	SvelteKitAuthResult,
} from './types.js';
