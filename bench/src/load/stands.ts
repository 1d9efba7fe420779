/** What stands in the statements of the floor for the id of the new referral; no real one is so large. */
export const referralIdStand = 8_000_000_000_000;
/** What stands for the new idempotency key. */
export const keyStand = 'stand-in-for-the-key';

/** The value with the new id and key in the place of what stands for them. */
export function fillStands(value: unknown, id: number, key: string): unknown {
  if (value === referralIdStand) return id;
  if (typeof value === 'string') return value.replaceAll(String(referralIdStand), String(id)).replaceAll(keyStand, key);
  return Array.isArray(value) ? value.map((item) => fillStands(item, id, key)) : value;
}
