import { sql } from 'kysely';

import { giveUpAsking } from '../../core/integrations/deliveries.ts';
import { keepReport, latestAttempt, sentAttemptOf } from '../../core/integrations/deliveryRows.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { describeFailure } from '../../platform/jobs/failure.ts';

/** Maximum faxes checked per run; the others wait for the next run. */
const mostAsked = 100;
/** A fax that has not finished by then never will. */
const giveUpAfterMs = 48 * 60 * 60_000;

/** Asks the service for the status of a fax. */
export async function runAskAboutFax(deps: WorkerDeps, { deliveryId }: { deliveryId: number }): Promise<void> {
  await ask(deps, deliveryId);
}

/**
 * The same for faxes without a report for five minutes.
 * @throws after all of them, so that the log shows that some could not be looked up
 */
export async function runAskAboutLateFaxes(deps: WorkerDeps): Promise<void> {
  const { rows } = await sql<{ id: number }>`select d.delivery_id as id from delivery d
    where d.status = 'sending' and d.channel = 'fax' and d.created_by_user_id is not null
      and exists (select from delivery_attempt a where a.delivery_id = d.delivery_id and a.outcome = 'accepted'
        and a.attempted_at < now() - interval '5 minutes')
    order by random() limit ${mostAsked}`.execute(deps.db);
  const failures: string[] = [];
  for (const { id } of rows) {
    await ask(deps, id).catch((error: unknown) => failures.push(`delivery ${id}: ${describeFailure(error)}`));
  }
  if (failures.length > 0) {
    throw new Error(`${failures.length} of ${rows.length} faxes could not be queried. First, ${failures[0]}`);
  }
}

async function ask({ db, senders }: WorkerDeps, deliveryId: number): Promise<void> {
  const delivery = await db
    .selectFrom('delivery')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .where('channel', '=', 'fax')
    .executeTakeFirst();
  const attempt = await latestAttempt(db, deliveryId);
  if (delivery === undefined || attempt?.outcome !== 'accepted') return;
  // Without an answer there is no report, but the time limit still applies.
  const found = await senders.fax.find?.(sentAttemptOf(delivery, attempt)).catch((error: Error) => error);
  const report = found instanceof Error ? null : found;
  if (report != null) await keepReport(db, attempt.delivery_attempt_id, report);
  const isPending = report == null || report.state === 'accepted';
  if (isPending && attempt.attempted_at.getTime() < Date.now() - giveUpAfterMs && delivery.dedupe_key !== null) {
    await giveUpAsking(db, delivery.dedupe_key, 'The fax service never said what became of it.');
  }
  if (found instanceof Error) throw found;
}
