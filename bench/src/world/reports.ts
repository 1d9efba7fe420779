import { createDatabase } from '@careloop/server/src/platform/db/client';
import { silentLog } from '@careloop/server/src/platform/db/log';
import { refreshReports } from '@careloop/server/src/features/reports/refresh';
import type { Client } from 'pg';

/**
 * Fills the report tables before the product runs. Otherwise its own job would do so during the measurements, for
 * minutes if the database holds years of data.
 */
export async function fillReports(url: string, client: Client, say: (text: string) => void): Promise<void> {
  const db = createDatabase({
    url,
    maxConnections: 1,
    applicationName: 'careloop-bench',
    log: silentLog,
    statementTimeoutMs: 0,
  });
  const times: number[] = [];
  for (const _ of ['everything', 'what changed']) {
    const startedAt = performance.now();
    await refreshReports(db);
    times.push(performance.now() - startedAt);
  }
  await db.destroy();
  await client.query('vacuum (analyze) report_referral, report_consultation, report_queue_item, report_work');
  const [first = 0, next = 0] = times;
  say(`reports refreshed in ${Math.round(first)} ms, and again in ${Math.round(next)} ms`);
}
