let userId: number | undefined;
let proxiedUserIds: readonly number[] = [];

/**
 * Sets whose work this page holds, also below the dialog after their session ended; undefined while it holds nobody's.
 * @param proxied whom they may act for
 */
export function expectUser(id: number | undefined, proxied: readonly number[] = []): void {
  userId = id;
  proxiedUserIds = proxied;
}

export function expectedUser(): number | undefined {
  return userId;
}

/** Whom the expected user may act for. */
export function proxiedUsers(): readonly number[] {
  return proxiedUserIds;
}
