import { faxNumberTexts as texts } from '@careloop/contracts/administration/faxNumbers';

import { sql } from 'kysely';

import { record, recorderOf } from '../../../platform/audit/record.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { NotTakenError, UndeliverableError } from '../../../core/integrations/sender.ts';
import type { WorkerDeps } from '../../../core/worker.ts';

/** Requests a number from the fax service, and stores the number with its facility, or the reason there is none. */
export async function runRentFaxNumber(
  { db, senders }: WorkerDeps,
  { facilityFaxNumberId }: { facilityFaxNumberId: number },
): Promise<void> {
  const asked = await db
    .selectFrom('facility_fax_number')
    .selectAll()
    .where('facility_fax_number_id', '=', facilityFaxNumberId)
    .where('status', '=', 'requested')
    .executeTakeFirst();
  if (asked === undefined) return;
  const first = await db
    .updateTable('facility_fax_number')
    .set({ asked_at: sql<Date>`now()` })
    .where('facility_fax_number_id', '=', facilityFaxNumberId)
    .where('asked_at', 'is', null)
    .executeTakeFirst();
  const outcome =
    first.numUpdatedRows === 0n
      ? { status: 'failed', error: texts.unknown }
      : await senders.fax.provision(asked.area_code).then(
          (phone) => ({ status: 'active', phone }),
          (error: unknown) => ({ status: 'failed', error: wordsOf(error) }),
        );
  await inTransaction(db, async (own) => {
    await own
      .updateTable('facility_fax_number')
      .set(outcome)
      .where('facility_fax_number_id', '=', facilityFaxNumberId)
      .execute();
    await record(own, recorderOf(asked.created_by_user_id), {
      action: 'facility-fax-number.rented',
      outcome: outcome.status === 'active' ? 'ok' : 'failed',
      subjectType: 'facility',
      subjectId: asked.facility_id,
      details: { areaCode: asked.area_code },
    });
  });
}

/** The message of an error after which certainly nothing was rented; the outcome of any other error is unknown. */
function wordsOf(error: unknown): string {
  return error instanceof UndeliverableError || error instanceof NotTakenError ? error.message : texts.unknown;
}
