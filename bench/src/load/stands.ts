/** What stands in the statements of the floor for the id of the new referral; no real one is so large. */
export const referralIdStand = 8_000_000_000_000;
/** What stands for the place of the new message in its conversation. */
export const sequenceStand = 2_000_000_007;
const standsInText = new RegExp(`${referralIdStand}|${sequenceStand}`, 'g');
const stands: readonly unknown[] = [referralIdStand, sequenceStand];
/** What stands for the new idempotency key. */
export const keyStand = 'stand-in-for-the-key';

/** The value with the new id or place, and the new key, in the place of what stands for them. */
export function fillStands(value: unknown, id: number, key: string): unknown {
  if (stands.includes(value)) return id;
  if (Array.isArray(value)) return value.map((item) => fillStands(item, id, key));
  if (typeof value !== 'string') return value;
  return value.replaceAll(standsInText, String(id)).replaceAll(keyStand, key);
}
