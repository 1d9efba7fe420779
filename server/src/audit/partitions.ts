import { sql } from 'kysely';

import { withClient } from '../db/connection.ts';
import type { WorkerDeps } from '../jobs/deps.ts';

/** Creates the partitions of the current and coming months at startup, before anything is recorded. */
export async function prepareAudit(url: string): Promise<void> {
  await withClient({ url, applicationName: 'careloop-audit' }, (client) =>
    client.query('select ensure_audit_partitions()'),
  );
}

/** Creates the partitions of the coming months while the product is running. */
export async function preparePartitions({ db }: WorkerDeps): Promise<void> {
  await sql`select ensure_audit_partitions()`.execute(db);
}
