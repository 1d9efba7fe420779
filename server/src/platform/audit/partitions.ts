import { sql } from 'kysely';

import type { Database } from '../db/client.ts';
import { withClient } from '../db/connection.ts';

/** Creates the partitions of the current and coming months at startup, before anything is recorded. */
export async function prepareAudit(url: string): Promise<void> {
  await withClient({ url, applicationName: 'careloop-audit' }, (client) =>
    client.query('select ensure_audit_partitions()'),
  );
}

/** Creates the partitions of the coming months while the product is running. */
export async function preparePartitions({ db }: { db: Database }): Promise<void> {
  await sql`select ensure_audit_partitions()`.execute(db);
}
