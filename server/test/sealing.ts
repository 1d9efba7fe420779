import { sql } from 'kysely';
import { expect, vi } from 'vitest';

import { sealAudit } from '../src/platform/audit/chain.ts';
import type { Database } from '../src/platform/db/client.ts';

/** Seals every audit row. Waits for older transactions, which may also run in other databases of the server. */
export async function sealAll(db: Database): Promise<void> {
  const unsealed = sql<{ n: number }>`select count(*) as n from audit_event e
    where not exists (select from audit_chain c where c.audit_event_id = e.audit_event_id)`;
  // Not `expect.poll`, which only works inside a test.
  await vi.waitFor(
    async () => {
      await sealAudit(db);
      expect((await unsealed.execute(db)).rows[0]?.n).toBe(0);
    },
    { timeout: 10_000 },
  );
}
