import { recordImport } from '../../../audit/record.ts';
import type { Db } from '../../../db/client.ts';
import type { WriteContext } from './context.ts';

/** Writes one audit event for each unit that changed something. */
export const recordCounts = ({ db, clientId, report }: WriteContext): Promise<void> =>
  recordImport(db, clientId, { counts: Object.fromEntries(report.counts) });

/** Audits the members whom an import made, or no longer keeps as, the primary care provider of a care team. */
export async function recordPcps(
  db: Db,
  members: readonly { patientId: number; userId: number; isPcp: boolean }[],
): Promise<void> {
  await db
    .insertInto('audit_event')
    .values(
      members.map(({ patientId, userId, isPcp }) => ({
        kind: 'change',
        action: 'care_team.pcp_changed',
        outcome: 'ok',
        patient_id: patientId,
        subject_type: 'user',
        subject_id: userId,
        details: JSON.stringify({ isPcp, isImported: true }),
      })),
    )
    .execute();
}
