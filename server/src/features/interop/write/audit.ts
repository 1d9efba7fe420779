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
