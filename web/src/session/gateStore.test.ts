import { expectedUserHeader, getContext, getSignInOptions, logout, signIn } from '@careloop/contracts/session';
import type { CallOf, Endpoint } from '@careloop/contracts/endpoint';
import { getSessions } from '@careloop/contracts/session/credentials';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, type CallOptions } from '../api/call.ts';
import { dispatch } from './gateStore.ts';
import { sessionOf, type Context } from './session.ts';

const session = sessionOf({
  user: { userId: 7, username: 'office', firstName: 'Ana', lastName: 'Ruiz', usersToImpersonate: [] },
  permissions: [],
  features: [],
} as unknown as Context);

afterEach(() => vi.unstubAllGlobals());

/** The user id that a call expects, from its header. */
async function userOf<E extends Endpoint>(endpoint: E, input: CallOf<E>, options?: CallOptions) {
  const send = vi.fn<(url: string, request: RequestInit) => Promise<Response>>();
  send.mockResolvedValue(Response.json({ wasSuccessful: true }));
  vi.stubGlobal('fetch', send);
  await call(endpoint, input, options);
  return new Headers(send.mock.calls[0]?.[1].headers).get(expectedUserHeader);
}

describe('the expected user of a call', () => {
  it('is the user whose work the page holds, open or not', async () => {
    expect(await userOf(getSessions, {})).toBeNull();
    dispatch({ type: 'contextLoaded', session });
    expect(await userOf(getSessions, {})).toBe('7');
    dispatch({ type: 'ended', ending: 'expired' });
    expect(await userOf(getSessions, {})).toBe('7');
    dispatch({ type: 'tokenFound' });
    expect(await userOf(getSessions, {})).toBe('7');
    dispatch({ type: 'ended', ending: 'signedOut' });
    expect(await userOf(getSessions, {})).toBeNull();
  });

  it('is not sent when the call asks who is signed in, or signs in', async () => {
    dispatch({ type: 'contextLoaded', session });
    expect(await userOf(getContext, {}, { user: 'anybody' })).toBeNull();
    expect(await userOf(getSignInOptions, {})).toBeNull();
    expect(await userOf(signIn, { username: 'office', password: 'x' })).toBeNull();
  });

  it('can be set by the call', async () => {
    expect(await userOf(logout, {}, { user: 8 })).toBe('8');
  });
});
