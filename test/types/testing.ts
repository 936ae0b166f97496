import type { Session } from '@auth/core/types';
import { SolidAuth, type SolidAuthConfig } from '@authgraft/runtime/solid-start';
import { SvelteKitAuth, type SvelteKitAuthConfig } from '@authgraft/runtime/sveltekit';
import { createSessionCookie, fakeProvider, signedInRequest } from '@authgraft/runtime/testing';
import { expectTypeOf } from 'vitest';
import './augmented.ts';

declare const svelteKit: SvelteKitAuthConfig;
declare const solidStart: SolidAuthConfig;
declare const user: NonNullable<Session['user']>;

const ada = { id: '1', name: 'Ada', role: 'admin' } as const;
expectTypeOf(createSessionCookie(svelteKit, ada)).resolves.toEqualTypeOf<string>();
expectTypeOf(signedInRequest(solidStart, ada, '/dashboard')).resolves.toEqualTypeOf<Request>();
// @ts-expect-error: a test user has what the application says that users have
createSessionCookie(svelteKit, { id: '1' });
// @ts-expect-error: and an id
createSessionCookie(svelteKit, user);
// @ts-expect-error: of a config function, what it returns
createSessionCookie(async () => svelteKit, ada);

const { provider, authorize } = fakeProvider({ user: { id: '1', groups: ['admin'] } });
SvelteKitAuth({ providers: [provider] });
SolidAuth({ providers: [provider] });
authorize(new Headers().get('location')).startsWith('http');
