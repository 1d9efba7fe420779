/** A number as vendors want it, +16175550123, of the digits that are kept; null for what is no such number. */
export function e164(digits: string): string | null {
  const bare = digits.replace(/[\s().\-–/]/g, '');
  if (/^\+\d{8,15}$/.test(bare)) return bare;
  if (/^\d{10}$/.test(bare)) return `+1${bare}`;
  return /^1\d{10}$/.test(bare) ? `+${bare}` : null;
}

/** The digits that are kept of a vendor's number: those of the country 1 without it. */
export function keptDigits(number: string): string {
  return number.replace(/^\+1(?=\d{10}$)/, '');
}
