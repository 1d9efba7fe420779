/** `***-**-6789` from the known last digits; empty without them. */
export function maskedSsn(ending: string | null): string {
  return ending === null ? '' : `***-**-${ending}`;
}
