export { customFetch } from '@auth/core';
export type { Adapter, AdapterSession, AdapterUser } from '@auth/core/adapters';
export { AuthError, CredentialsSignin } from '@auth/core/errors';
export type { DefaultJWT, JWT } from '@auth/core/jwt';
export type { Account, DefaultSession, Profile, Session, User } from '@auth/core/types';
export { hasRole } from '../core/access/has-role.js';
export { type SignInError, signInErrorMessage } from '../core/errors.js';
export type { SessionCacheLimits } from '../core/jwt/cache.js';
export type { TokenAnswer } from '../core/provider-tokens/answer.js';
export {
	type RefreshParams,
	type RefreshRequest,
	type RefreshTokensOptions,
	refreshTokens,
} from '../core/provider-tokens/index.js';
export type { RefreshStore } from '../core/provider-tokens/store.js';
export { Development, type DevelopmentPerson } from '../core/providers/development.js';
export type { SignInFields, SignInForm } from '../core/sign-in/form.js';
export type { PasskeyOption, SignInField, SignInOption } from '../core/sign-in/options.js';
export type { SignInPageData } from '../core/sign-in/page.js';
export type { UserSession } from '../core/types.js';
export type {
	AccountAction,
	AccountFormFailure,
	AccountPage,
	AccountPagesResult,
} from './account-types.js';
export { SvelteKitAuth } from './auth.js';
export { type ProtectOptions, protect } from './guard/protect.js';
export { type RequireUserOptions, requireUser } from './guard/require-user.js';
export type {
	AuthAction,
	AuthHandle,
	LazyConfig,
	SignInFailure,
	SignInSuccess,
	SvelteKitAuthConfig,
	SvelteKitAuthResult,
} from './types.js';
