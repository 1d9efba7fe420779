import path from 'node:path';

import type { WriteContext } from './context.ts';

/** One entry for each unit that changed something: how much of what, from which file. An import acts for nobody. */
export async function recordImport({ db, clientId, report }: WriteContext, file: string): Promise<void> {
  const details = { file: path.basename(file), counts: Object.fromEntries(report.counts) };
  await db
    .insertInto('audit_event')
    .values({
      kind: 'change',
      action: 'import.completed',
      outcome: 'ok',
      subject_type: 'client',
      subject_id: clientId,
      details: JSON.stringify(details),
    })
    .execute();
}
