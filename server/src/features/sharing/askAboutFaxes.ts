import { sql } from 'kysely';

import { giveUpAsking } from '../../integrations/deliveries.ts';
import { sentAttemptOf, keepReport } from '../../integrations/deliveryRows.ts';
import type { WorkerDeps } from '../../jobs/deps.ts';

/** Maximum faxes checked per run; the others wait for the next run. */
const mostAsked = 100;
/** A fax that has not finished by then never will. */
const giveUpAfterMs = 48 * 60 * 60_000;

/** Asks the service for the status of a fax. */
export async function runAskAboutFax(deps: WorkerDeps, { deliveryId }: { deliveryId: number }): Promise<void> {
  await ask(deps, deliveryId);
}

/** The same for faxes without a report for five minutes. */
export async function runAskAboutLateFaxes(deps: WorkerDeps): Promise<void> {
  const { rows } = await sql<{ id: number }>`select d.delivery_id as id from delivery d
    where d.status in ('queued', 'sending') and d.created_by_user_id is not null
      and d.status = 'sending' and d.channel = 'fax'
      and exists (select from delivery_attempt a where a.delivery_id = d.delivery_id and a.outcome = 'accepted'
        and a.attempted_at < now() - interval '5 minutes')
    order by random() limit ${mostAsked}`.execute(deps.db);
  const failures: unknown[] = [];
  for (const { id } of rows) await ask(deps, id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function ask({ db, senders }: WorkerDeps, deliveryId: number): Promise<void> {
  const delivery = await db
    .selectFrom('delivery')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .where('channel', '=', 'fax')
    .executeTakeFirst();
  const attempt = await db
    .selectFrom('delivery_attempt')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('delivery_attempt_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (delivery === undefined || attempt?.outcome !== 'accepted') return;
  const report = await senders.fax.find?.(sentAttemptOf(delivery, attempt));
  if (report != null) await keepReport(db, attempt.delivery_attempt_id, report);
  const isPending = report == null || report.state === 'accepted';
  if (isPending && attempt.attempted_at.getTime() < Date.now() - giveUpAfterMs && delivery.dedupe_key !== null) {
    await giveUpAsking(db, delivery.dedupe_key, 'The fax service never said what became of it.');
  }
}
