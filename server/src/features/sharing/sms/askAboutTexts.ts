import { shape } from '../../../platform/db/shape.ts';
import { giveUpAsking } from '../../../core/integrations/deliveries.ts';
import { sentAttemptOf, keepReport } from '../../../core/integrations/deliveryRows.ts';
import type { Attempt, Delivery } from '../../../core/integrations/deliveryRows.ts';
import type { JobHandler } from '../../../platform/jobs/handler.ts';
import type { WorkerDeps } from '../../../core/worker.ts';
import { describeFailure } from '../../../platform/jobs/failure.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { publishTextsChanged } from './publishTextsChanged.ts';

/** Maximum messages checked per run; the others wait for the next run. */
const mostAsked = 200;
const minute = 60_000;
/** A report usually arrives within this time. */
const waitMs = 2 * minute;
/** Networks report within two days or never. */
const giveUpMs = 48 * 60 * minute;

interface Waiting {
  deliveryId: number;
  attemptId: number;
}

/**
 * Checks text messages that the service accepted but has not reported as delivered or failed.
 * @throws after all of them, so that the log shows that some could not be looked up
 */
export const askAboutTexts: JobHandler<object, WorkerDeps> = async (deps, _payload, { signal }) => {
  const waiting = shape<Waiting, { d: 'delivery'; a: 'delivery_attempt' }>({
    deliveryId: 'd.delivery_id',
    attemptId: 'a.delivery_attempt_id',
  });
  // In random order, so that messages without an answer never keep others from being checked.
  const { rows } = await waiting.from`delivery d join delivery_attempt a on a.delivery_id = d.delivery_id
    where d.status = 'sending' and d.channel = 'sms'
      and a.outcome = 'accepted' and a.attempted_at < ${new Date(Date.now() - waitMs)}
    order by random() limit ${mostAsked}`.execute(deps.db);
  const failures: string[] = [];
  for (const one of rows) {
    if (signal.aborted) break;
    await askAbout(deps, one).catch((error: unknown) =>
      failures.push(`delivery ${one.deliveryId}: ${describeFailure(error)}`),
    );
  }
  if (failures.length > 0) {
    throw new Error(`${failures.length} of ${rows.length} text messages could not be queried. First, ${failures[0]}`);
  }
};

async function askAbout(deps: WorkerDeps, { deliveryId, attemptId }: Waiting): Promise<void> {
  const { db, senders } = deps;
  const [delivery, attempt] = await Promise.all([
    db.selectFrom('delivery').selectAll().where('delivery_id', '=', deliveryId).executeTakeFirstOrThrow(),
    db
      .selectFrom('delivery_attempt')
      .selectAll()
      .where('delivery_attempt_id', '=', attemptId)
      .executeTakeFirstOrThrow(),
  ]);
  // Without an answer there is no report, but the time limit still applies. The next run asks again.
  const found = await senders.sms.find?.(sentAttemptOf(delivery, attempt)).catch((error: Error) => error);
  const report = found instanceof Error ? null : found;
  const isReported = report != null && report.state !== 'accepted';
  const isGivenUp = !isReported && isTooLate(delivery, attempt);
  if (isReported) await keepReport(db, attemptId, report);
  if (isGivenUp) await giveUpAsking(db, delivery.dedupe_key ?? '', 'The service did not report whether it arrived.');
  // Notices to users are not among the patient's text messages.
  const patientId = delivery.created_by_user_id === null ? null : delivery.patient_id;
  if ((isReported || isGivenUp) && patientId !== null) {
    await inTransaction(db, (own) => publishTextsChanged(own, patientId));
  }
  if (found instanceof Error) throw found;
}

function isTooLate({ dedupe_key }: Delivery, { attempted_at }: Attempt): boolean {
  return dedupe_key !== null && attempted_at.getTime() < Date.now() - giveUpMs;
}
