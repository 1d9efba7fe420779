import { recordImport, recordImported } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { WriteContext } from './context.ts';

/** Writes one audit event for each unit that changed something. */
export const recordCounts = ({ db, clientId, report }: WriteContext): Promise<void> =>
  recordImport(db, clientId, { counts: Object.fromEntries(report.counts) });

/** Audits the members whom an import made, or no longer keeps as, the primary care provider of a care team. */
export async function recordPcps(
  db: Db,
  members: readonly { patientId: number; userId: number; isPcp: boolean }[],
): Promise<void> {
  for (const { patientId, userId, isPcp } of members) {
    await recordImported(db, {
      action: 'care_team.pcp_changed',
      patientId,
      subjectType: 'user',
      subjectId: userId,
      details: { isPcp, isImported: true },
    });
  }
}
