/** Milliseconds before its expiry at which a token is renewed. */
const renewBeforeMs = 60_000;

export interface FetchedToken {
  token: string;
  /** Lifetime in seconds. */
  seconds: number;
}

/** Caches one access token for all calls until shortly before it expires. */
export function cachedToken(fetchToken: () => Promise<FetchedToken>) {
  let kept: { token: Promise<string>; expiresAt: number } | undefined;

  return {
    get(): Promise<string> {
      if (kept !== undefined && kept.expiresAt > Date.now()) return kept.token;
      const entry = { expiresAt: Number.POSITIVE_INFINITY, token: Promise.resolve('') };
      entry.token = fetchToken().then(
        ({ token, seconds }) => {
          entry.expiresAt = Date.now() + seconds * 1000 - renewBeforeMs;
          return token;
        },
        (error: unknown) => {
          if (kept === entry) kept = undefined;
          throw error;
        },
      );
      kept = entry;
      return entry.token;
    },
    forget() {
      kept = undefined;
    },
  };
}
