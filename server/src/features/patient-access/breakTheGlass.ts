import { emergencyMinutes } from '@careloop/contracts/patient-access';
import type { EmergencyAccess } from '@careloop/contracts/patient-access';
import { canAccessPatient } from '@careloop/contracts/patients';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { patientAudience } from '../../core/access/patientAudience.ts';
import { userName } from '../../platform/identity/userName.ts';
import { record } from '../../platform/audit/record.ts';
import { isReviewable } from './shared/queries.ts';
import type { Db } from '../../platform/db/client.ts';
import { lockRows } from '../../platform/db/lockRows.ts';
import { pageOf, readCursor } from '../../platform/db/cursor.ts';
import { isoTimestamp } from '../../platform/db/isoTimestamp.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { notifyOfEmergencyAccess } from './jobs.ts';
import type { ClosedPatient, WindowRules } from './policy.ts';

/** Gives the user access to a patient for an hour, and notifies those who may see the patient. */
export async function breakTheGlass(
  db: Db,
  actor: Actor,
  { patientId }: Authorized<ClosedPatient, 'breakTheGlass'>,
  reason: string,
) {
  const { breakGlassAccessId, expiresAt } = await db
    .insertInto('break_glass_access')
    .values({
      patient_id: patientId,
      user_id: actor.userId,
      reason,
      expires_at: sql<Date>`now() + make_interval(mins => ${emergencyMinutes})`,
    })
    .returning(['break_glass_access_id as breakGlassAccessId', isoTimestamp('expires_at').as('expiresAt')])
    .executeTakeFirstOrThrow();
  await record(db, actor, {
    action: 'patient.glass_broken',
    patientId,
    subjectType: 'break_glass_access',
    subjectId: breakGlassAccessId,
  });
  await enqueue(db, notifyOfEmergencyAccess, { breakGlassAccessId });
  const payload = { breakGlassAccessId, patientId, userId: actor.userId };
  await patientAudience.publish(db, patientId, 'EmergencyAccessEvent', payload);
  await publishToReviewers(db, { breakGlassAccessId, patientId });
  return { expiresAt };
}

/** Publishes an event to the reviewers of emergency access at the client. */
async function publishToReviewers(
  db: Db,
  { breakGlassAccessId, patientId }: { breakGlassAccessId: number; patientId: number },
): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`select c.user_id from patient p
    join user_client c on c.client_id = p.client_id
    join user_permission up on up.user_id = c.user_id and up.permission = 'ViewAuditLog'
    where p.patient_id = ${patientId} order by 1`.execute(db);
  if (rows.length === 0) return;
  const rooms = rows.map((reviewer) => userRoom(reviewer.user_id));
  await publish(db, rooms, 'EmergencyAccessReviewEvent', { breakGlassAccessId });
}

interface WindowTables {
  b: 'break_glass_access';
  p: 'patient';
  u: 'user_account';
}

type Opened = Omit<EmergencyAccess['opened'][number], 'what'>;

const opened = shape<Opened, { seen: Opened }>({ action: 'seen.action', count: 'seen.count' });

/** The user's actions on the patient during a window `b`, without the access check and the request itself. */
const openedIn = opened.jsonArray({
  from: sql`(select a.action, count(*)::int as count from audit_event a
    where a.patient_id = b.patient_id and a.user_id = b.user_id and a.outcome = 'ok'
      and a.occurred_at >= b.granted_at and a.occurred_at < b.expires_at
      and a.action not in (${sql.lit(canAccessPatient.path)}, 'patient.glass_broken')
    group by a.action) as seen`,
  orderBy: sql`seen.count desc, seen.action`,
});

const accessWindow = shape<Omit<EmergencyAccess, 'opened' | 'can'>, WindowTables>({
  breakGlassAccessId: 'b.break_glass_access_id',
  patientId: 'b.patient_id',
  patientFirstName: 'p.first_name',
  patientLastName: 'p.last_name',
  mrn: 'p.mrn',
  dateOfBirth: 'p.date_of_birth',
  userId: 'b.user_id',
  userName: sql`u.first_name || ' ' || u.last_name`,
  userType: 'u.user_type',
  reason: 'b.reason',
  grantedAt: iso('b.granted_at'),
  expiresAt: iso('b.expires_at'),
  isActive: sql`b.expires_at > now()`,
  reviewedAt: iso('b.reviewed_at'),
  reviewedByName: userName('b.reviewed_by_user_id'),
});
const reviewedWindow = shape<Omit<EmergencyAccess, 'can' | 'opened'> & { opened: Opened[] }, WindowTables>({
  ...accessWindow.columns,
  opened: openedIn,
});

const fromWindows = sql`break_glass_access b join patient p on p.patient_id = b.patient_id
  join user_account u on u.user_id = b.user_id`;

const pageSize = 30;

export async function findEmergencyAccess(
  db: Db,
  actor: Actor,
  { isUnreviewed, cursor }: { isUnreviewed: boolean; cursor?: string | undefined },
) {
  const after = readCursor(cursor);
  const { rows } = await reviewedWindow.from`${fromWindows}
    where ${isReviewable(actor)} ${isUnreviewed ? sql`and b.reviewed_at is null` : sql``}
      ${after === null ? sql`` : sql`and (b.granted_at, b.break_glass_access_id) < (${after.key}::timestamptz, ${after.id})`}
    order by b.granted_at desc, b.break_glass_access_id desc limit ${pageSize + 1}`.execute(db);
  return pageOf(rows, pageSize, (row) => ({ key: row.grantedAt, id: row.breakGlassAccessId }));
}

/** Emergency access to a patient in the last 30 days. The caller has checked access to the patient. */
export async function findEmergencyAccessOf(db: Db, patientId: number) {
  const { rows } = await accessWindow.from`${fromWindows}
    where b.patient_id = ${patientId} and b.granted_at > now() - interval '30 days'
    order by b.granted_at desc limit 50`.execute(db);
  return rows;
}

interface Window extends WindowRules {
  breakGlassAccessId: number;
  patientId: number;
}

const lockedWindow = shape<Window, WindowTables>({
  breakGlassAccessId: 'b.break_glass_access_id',
  patientId: 'b.patient_id',
  userId: 'b.user_id',
  isActive: accessWindow.columns.isActive,
  reviewedAt: iso('b.reviewed_at'),
});

export async function lockWindow(db: Db, actor: Actor, breakGlassAccessId: number): Promise<Window | undefined> {
  const statement = sql`${fromWindows} where b.break_glass_access_id = ${breakGlassAccessId} and ${isReviewable(actor)}`;
  const of = { b: 'break_glass_access' } as const;
  return (await lockRows(db, lockedWindow, statement, { of, strength: 'no key update' }))[0];
}

export async function review(db: Db, actor: Actor, window: Authorized<Window, 'review'>) {
  const { breakGlassAccessId, patientId } = window;
  await sql`update break_glass_access set reviewed_at = now(), reviewed_by_user_id = ${actor.userId}
    where break_glass_access_id = ${breakGlassAccessId}`.execute(db);
  await record(db, actor, {
    action: 'emergency_access.reviewed',
    patientId,
    subjectType: 'break_glass_access',
    subjectId: breakGlassAccessId,
  });
  await publishToReviewers(db, window);
  return {};
}
