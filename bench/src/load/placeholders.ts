/** Placeholder for the id of the new referral in the floor's statements; no real id is this large. */
export const referralIdPlaceholder = 8_000_000_000_000;
/** Placeholder for the sequence number of the new message. */
export const sequencePlaceholder = 2_000_000_007;
const placeholdersInText = new RegExp(`${referralIdPlaceholder}|${sequencePlaceholder}`, 'g');
const placeholders: readonly unknown[] = [referralIdPlaceholder, sequencePlaceholder];
/** Placeholder for the new idempotency key. */
export const keyPlaceholder = 'stand-in-for-the-key';

/** Replaces the placeholders in a value with the new id or sequence number, and the new key. */
export function fillPlaceholders(value: unknown, id: number, key: string): unknown {
  if (placeholders.includes(value)) return id;
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, id, key));
  if (typeof value !== 'string') return value;
  return value.replaceAll(placeholdersInText, String(id)).replaceAll(keyPlaceholder, key);
}
