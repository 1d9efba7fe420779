import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { e164 } from '../e164.ts';

/** Replies that opt out of text messages, and replies that opt in again (docs/domain/sharing.md). */
const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const startWords = new Set(['RESUME', 'START', 'UNSTOP', 'YES']);

/** The opt-out or opt-in word of a reply; null for an ordinary message. */
export function optOutWord(text: string): { word: string; isOptedOut: boolean } | null {
  const word = text
    .trim()
    .replace(/[.!]+$/, '')
    .toUpperCase();
  if (stopWords.has(word)) return { word, isOptedOut: true };
  return startWords.has(word) ? { word, isOptedOut: false } : null;
}

export interface OptOut {
  isOptedOut: boolean;
  dateOptedOut: Date | null;
}

/** Opt-out state per number, keyed by the number as given. */
export async function findOptOuts(db: Db, numbers: readonly string[]): Promise<Map<string, OptOut>> {
  const phones = numbers.map((number) => e164(number)).filter((phone) => phone !== null);
  const rows = phones.length === 0 ? [] : await findOptedOut(db, phones);
  const since = new Map(rows.map((row) => [row.phone, row.since]));
  return new Map(
    numbers.map((number) => {
      const dateOptedOut = since.get(e164(number) ?? '') ?? null;
      return [number, { isOptedOut: dateOptedOut !== null, dateOptedOut }];
    }),
  );
}

/** Numbers with an opt-out after their last opt-in. A repeated opt-out keeps the date of the first. */
async function findOptedOut(db: Db, phones: readonly string[]): Promise<{ phone: string; since: Date }[]> {
  const { rows } = await shape<{ phone: string; since: Date }, { e: 'sms_opt_out_event' }>({
    phone: 'e.phone',
    since: sql`min(e.occurred_at)`,
  }).from`sms_opt_out_event e where e.phone = any(${phones}) and e.is_opted_out
    and not exists (select from sms_opt_out_event later where later.phone = e.phone and not later.is_opted_out
      and later.sms_opt_out_event_id > e.sms_opt_out_event_id)
    group by e.phone`.execute(db);
  return rows;
}

/** Adds an opt-out or opt-in to the history of a number. */
export async function keepOptOut(db: Db, number: string, isOptedOut: boolean, reason: string): Promise<void> {
  const phone = e164(number);
  if (phone === null) return;
  await db.insertInto('sms_opt_out_event').values({ phone, is_opted_out: isOptedOut, reason }).execute();
}

/** Adds the opt-out of a number to which the vendor refuses to send. */
export async function keepRefusal(db: Db, number: string): Promise<void> {
  await keepOptOut(db, number, true, 'refused by the vendor');
}
