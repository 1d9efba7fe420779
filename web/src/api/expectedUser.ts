let userId: number | undefined;

/** Whom this page shows as signed in; undefined while it shows nobody. */
export function expectUser(id: number | undefined): void {
  userId = id;
}

export function expectedUser(): number | undefined {
  return userId;
}
