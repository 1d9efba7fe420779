import { sql } from 'kysely';
import { z } from 'zod';

import type { Database } from '../db/client.ts';
import { defineJob } from '../jobs/defineJob.ts';
import { handle } from '../jobs/handler.ts';
import type { JobHandler } from '../jobs/handler.ts';

/** Makes the coming months' partitions, so that no row ever lands in the default one. */
export const prepareAuditPartitions = defineJob({
  name: 'prepare-audit-partitions',
  payload: z.object({}),
  cron: '15 3 * * *',
});

export function auditJobHandlers(db: Database): JobHandler[] {
  return [
    handle(prepareAuditPartitions, async () => {
      await sql`select ensure_audit_partitions()`.execute(db);
    }),
  ];
}
