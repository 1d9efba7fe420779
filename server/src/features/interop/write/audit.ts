import type { Db } from '../../../db/client.ts';
import type { WriteContext } from './context.ts';

/** One entry for each unit that changed something: how much of what. An import acts for nobody. */
export async function recordImport({ db, clientId, report }: WriteContext): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({
      kind: 'change',
      action: 'import.completed',
      outcome: 'ok',
      subject_type: 'client',
      subject_id: clientId,
      details: JSON.stringify({ counts: Object.fromEntries(report.counts) }),
    })
    .execute();
}

/** Members whom an import made the primary care provider of their care team, or no longer. */
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
