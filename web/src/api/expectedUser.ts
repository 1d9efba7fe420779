let userId: number | undefined;

/** Whose work this page holds, also below the dialog after their session ended; undefined while it holds nobody's. */
export function expectUser(id: number | undefined): void {
  userId = id;
}

export function expectedUser(): number | undefined {
  return userId;
}
