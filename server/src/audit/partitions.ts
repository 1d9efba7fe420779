import { sql } from 'kysely';

import { withClient } from '../db/connection.ts';
import type { WorkerDeps } from '../jobs/deps.ts';

/** Makes the partitions of this and the coming months before anything is recorded, however long nothing ran here. */
export async function prepareAudit(url: string): Promise<void> {
  await withClient({ url, applicationName: 'careloop-audit' }, (client) =>
    client.query('select ensure_audit_partitions()'),
  );
}

/** The same for what already runs. */
export async function preparePartitions({ db }: WorkerDeps): Promise<void> {
  await sql`select ensure_audit_partitions()`.execute(db);
}
