import { describe, expect, it } from 'vitest';
import { tokenInfoOf } from './token.ts';

describe('the cookie beside the token', () => {
  it('holds the user and the expiry of the session', () => {
    expect(tokenInfoOf('a=1; careloop-session-info=7.1800000000000; b=2', undefined)).toEqual({
      userId: 7,
      expiresAt: 1_800_000_000_000,
    });
  });

  it('is the one of the environment, once that is known', () => {
    const cookies = 'careloop-session-info=7.1800; careloop-session-test-info=8.1900';
    expect(tokenInfoOf(cookies, 'careloop-session-info')?.userId).toBe(7);
    expect(tokenInfoOf(cookies, 'careloop-session-test-info')?.userId).toBe(8);
    expect(tokenInfoOf(cookies, 'careloop-session-other-info')).toBeUndefined();
    expect(tokenInfoOf(cookies, undefined)?.userId).toBe(8);
  });

  it('is the one bound to this host, if there is one', () => {
    const cookies = 'careloop-session-info=8.1900; __Host-careloop-session-info=7.1800';
    expect(tokenInfoOf(cookies, undefined)?.userId).toBe(7);
    expect(tokenInfoOf(cookies, 'careloop-session-info')?.userId).toBe(7);
  });

  it.each([
    '',
    '__Host=7.1; __Secure-careloop-session-info=7.1',
    'careloop-session-info=',
    'careloop-session-info=7',
    'careloop-session-info=x.y',
    'xcareloop-session-info=7.1',
  ])('means nothing in any other form: %j', (cookies) => {
    expect(tokenInfoOf(cookies, undefined)).toBeUndefined();
  });
});
