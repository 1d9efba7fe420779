let userId: number | undefined;
let proxiedUserIds: readonly number[] = [];

/**
 * Sets the user whose data this page holds, also after their session ended; undefined when it holds none.
 * @param proxied users they may act for
 */
export function expectUser(id: number | undefined, proxied: readonly number[] = []): void {
  userId = id;
  proxiedUserIds = proxied;
}

export function expectedUser(): number | undefined {
  return userId;
}

/** Users that the expected user may act for. */
export function proxiedUsers(): readonly number[] {
  return proxiedUserIds;
}
