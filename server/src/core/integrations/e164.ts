/** Converts a stored number to E.164, such as +16175550123; null if it is not a phone number. */
export function e164(digits: string): string | null {
  const bare = digits.replace(/[\s().\-–/]/g, '');
  if (/^\+\d{8,15}$/.test(bare)) return bare;
  if (/^\d{10}$/.test(bare)) return `+1${bare}`;
  return /^1\d{10}$/.test(bare) ? `+${bare}` : null;
}

/** Converts a vendor's number to the stored form: without the country code +1. */
export function keptDigits(number: string): string {
  return number.replace(/^\+1(?=\d{10}$)/, '');
}
