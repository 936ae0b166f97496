export { type FakeProvider, type FakeUser, fakeProvider } from './fake-provider.js';
export {
	createSessionCookie,
	type SessionCookieOptions,
	signedInRequest,
	type TestedConfig,
	type TestUser,
} from './session-cookie.js';
