import type { Client } from 'pg';

import type { Manifest } from './manifest.ts';

/**
 * Last step of a restore: signs everybody out, continues the audit's transaction numbers after the last restored one, and
 * records the restore.
 */
export async function finishRestore(client: Client, manifest: Manifest & { digest: string }): Promise<void> {
  await client.query(`update user_session set ended_at = now(), end_reason = 'revoked' where ended_at is null`);
  await continueAudit(client);
  const details = { takenAt: manifest.takenAt, digest: manifest.digest, documents: manifest.documents.count };
  await client.query(
    `insert into audit_event (kind, action, outcome, details) values ('security', 'data.restored', 'ok', $1)`,
    [JSON.stringify(details)],
  );
}

/** The chain is ordered by transaction number, which starts again in another cluster (migration 202611201930). */
async function continueAudit(client: Client): Promise<void> {
  const { rows } = await client.query<{ last: string | null }>('select max(tx_id)::text as last from audit_event');
  const before = BigInt(rows[0]?.last ?? 0);
  await client.query('update audit_origin set transactions_before = $1', [before.toString()]);
  await client.query(
    `alter table audit_event alter column tx_id
       set default ((pg_current_xact_id()::text::bigint + ${before})::text::xid8)`,
  );
}
