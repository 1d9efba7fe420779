import { timeZones } from '@careloop/contracts/codes/timeZones';

import { findActorOfUser } from '../../platform/identity/findActor.ts';
import type { Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sql } from 'kysely';

import { sendDelivery } from '../../core/integrations/deliveries.ts';
import { insertDelivery } from '../../core/integrations/deliveryRows.ts';
import { mailOf } from '../../core/integrations/mailUser.ts';
import { sendToEach } from '../../core/integrations/sendToEach.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { clientTimeZone } from '../profile/shared/queries/profile.ts';
import { todayIn } from './queries.ts';
import { findDashboard } from './routes.ts';
import { summaryText } from './texts.ts';

/** Hours of the user's day: the summary is sent at the first, and up to the second if that was not possible. */
const morning = { from: 7, to: 12 };

interface Reader {
  userId: number;
  firstName: string;
  lastName: string;
  email: string;
  timeZone: string;
}

/** The hour, from 0, and the day in a time zone at a given time; correct across clock changes. */
export function clockOf(moment: Date, timeZone: string): { hour: number; day: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  }).formatToParts(moment);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { hour: Number(of('hour')), day: `${of('year')}-${of('month')}-${of('day')}` };
}

/** Sends the summary to every user for whom it is morning and something is waiting; once a day, even if run repeatedly. */
export async function sendSummaries(
  deps: WorkerDeps,
  _payload: object,
  run: JobAttempt,
  now = new Date(),
): Promise<void> {
  await sendToEach(await findReaders(deps.db), async (reader) => {
    const { hour, day } = clockOf(now, reader.timeZone);
    if (hour >= morning.from && hour < morning.to) await send(deps, reader, day, run);
  });
}

async function findReaders(db: Db): Promise<Reader[]> {
  const rows = await db
    .selectFrom('notification_setting as s')
    .innerJoin('user_account as u', 'u.user_id', 's.user_id')
    .select([
      'u.user_id as userId',
      'u.first_name as firstName',
      'u.last_name as lastName',
      sql<string>`u.email`.as('email'),
      sql<number>`coalesce(u.time_zone, ${clientTimeZone})::int`.as('zone'),
    ])
    .where('s.event_type', '=', 'dailySummary')
    .where('s.notify_by_email', '=', true)
    .where('u.is_active', '=', true)
    .where('u.email', 'is not', null)
    .orderBy('u.user_id')
    .execute();
  const zoneOf = (code: number) => timeZones.find((zone) => zone.code === code)?.iana ?? 'America/New_York';
  return rows.map(({ zone, ...reader }) => ({ ...reader, timeZone: zoneOf(zone) }));
}

async function send(deps: WorkerDeps, reader: Reader, day: string, run: JobAttempt): Promise<void> {
  const dedupeKey = `daily-summary:${reader.userId}:${day}`;
  await inTransaction(deps.db, async (db) => {
    if (await claimDay(db, reader.userId, day)) await write(db, deps, reader, dedupeKey);
  });
  const waiting = await deps.db
    .selectFrom('delivery')
    .select('delivery_id')
    .where('dedupe_key', '=', dedupeKey)
    .where('status', '<>', 'delivered')
    .executeTakeFirst();
  if (waiting !== undefined) await sendDelivery(deps.db, deps.email, dedupeKey, { run });
}

/** Claims a day for a user's summary. Returns whether it had not been claimed; a failed mail is sent again unchanged. */
async function claimDay(db: Db, userId: number, day: string): Promise<boolean> {
  const { rows } = await sql`update notification_setting set summarized_on = ${day}::date
    where user_id = ${userId} and event_type = 'dailySummary' and summarized_on is distinct from ${day}::date
    returning user_id`.execute(db);
  return rows.length === 1;
}

/** Writes the summary to the ledger, unless nothing is waiting. */
async function write(db: Db, deps: WorkerDeps, reader: Reader, dedupeKey: string): Promise<void> {
  const { userId, firstName, lastName, email, timeZone } = reader;
  const actor = await findActorOfUser(db, userId);
  if (actor === null) return;
  const text = summaryText(deps, `${firstName} ${lastName}`, await findDashboard(db, actor, todayIn(timeZone)));
  if (text === null) return;
  await insertDelivery(db, mailOf(deps, { userId, email }, text), dedupeKey, 'queued');
}
