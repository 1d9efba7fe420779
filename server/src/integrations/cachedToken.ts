/** A token is renewed this long before it expires. */
const renewBeforeMs = 60_000;

export interface FetchedToken {
  token: string;
  /** How long it is good for. */
  seconds: number;
}

/** One access token for all calls until shortly before it expires. */
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
