import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';
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
  const rows =
    phones.length === 0
      ? []
      : await db
          .selectFrom('sms_opt_out')
          .select(['phone', 'changed_at'])
          .where('phone', 'in', phones)
          .where('is_opted_out', '=', true)
          .execute();
  const since = new Map(rows.map((row) => [row.phone, row.changed_at]));
  return new Map(
    numbers.map((number) => {
      const dateOptedOut = since.get(e164(number) ?? '') ?? null;
      return [number, { isOptedOut: dateOptedOut !== null, dateOptedOut }];
    }),
  );
}

/** Stores an opt-out or opt-in of a number. A repeated opt-out keeps its original date. */
export async function keepOptOut(db: Db, number: string, isOptedOut: boolean, reason: string): Promise<void> {
  const phone = e164(number);
  if (phone === null) return;
  await sql`insert into sms_opt_out (phone, is_opted_out, reason) values (${phone}, ${isOptedOut}, ${reason})
    on conflict (phone) do update set is_opted_out = excluded.is_opted_out, reason = excluded.reason, changed_at = now()
    where sms_opt_out.is_opted_out <> excluded.is_opted_out`.execute(db);
}
