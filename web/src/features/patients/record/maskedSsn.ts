/** `***-**-6789`, of the digits that are known of a number; empty without one. */
export function maskedSsn(ending: string | null): string {
  return ending === null ? '' : `***-**-${ending}`;
}
