import { faxNumberTexts as texts, mostFaxNumbers } from '@careloop/contracts/administration/faxNumbers';
import type { FacilityFaxNumber } from '@careloop/contracts/administration/faxNumbers';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { keptDigits } from '../../../core/integrations/e164.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { RowToSave } from '../policy.ts';
import { rentFaxNumber } from './jobs.ts';

const faxNumber = shape<FacilityFaxNumber, { f: 'facility_fax_number'; u: 'user_account' }>({
  facilityFaxNumberId: 'f.facility_fax_number_id',
  facilityId: 'f.facility_id',
  areaCode: 'f.area_code',
  faxNumber: 'f.phone',
  status: sql<FacilityFaxNumber['status']>`f.status`,
  error: 'f.error',
  requestedAt: iso('f.created_at'),
  requestedByName: sql<string>`u.first_name || ' ' || u.last_name`,
});

/** The fax numbers of a facility of the actor's clients. */
export async function listFaxNumbersOf(db: Db, actor: Actor, facilityId: number): Promise<FacilityFaxNumber[]> {
  const found = faxNumber.from`facility_fax_number f join user_account u on u.user_id = f.created_by_user_id
    where f.facility_id = ${facilityId} and f.client_id = any(${actor.clientIds}::bigint[])
    order by f.facility_fax_number_id desc limit 100`;
  const { rows } = await found.execute(db);
  return rows.map((row) => ({ ...row, faxNumber: row.faxNumber === null ? null : keptDigits(row.faxNumber) }));
}

export interface FacilityToFax extends RowToSave {
  facilityId: number;
  clientId: number;
}

/** Locks the facility until the transaction ends. */
export async function lockFacility(db: Db, facilityId: number): Promise<FacilityToFax | undefined> {
  const row = await db
    .selectFrom('facility')
    .select(['facility_id as facilityId', 'client_id as clientId'])
    .where('facility_id', '=', facilityId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, clientIds: [row.clientId] };
}

export async function requestFaxNumber(
  db: Db,
  actor: Actor,
  { facilityId, clientId }: Authorized<FacilityToFax, 'save'>,
  { areaCode, vendor }: { areaCode: string; vendor: string },
) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from facility_fax_number
    where facility_id = ${facilityId} and status <> 'failed'`.execute(db);
  if ((rows[0]?.count ?? 0) >= mostFaxNumbers) throw invalidInput({ areaCode: texts.tooMany });
  const kept = await db
    .insertInto('facility_fax_number')
    .values({
      facility_id: facilityId,
      client_id: clientId,
      area_code: areaCode,
      vendor,
      created_by_user_id: actor.userId,
    })
    .returning('facility_fax_number_id as facilityFaxNumberId')
    .executeTakeFirstOrThrow();
  await record(db, actor, {
    action: 'facility-fax-number.requested',
    subjectType: 'facility',
    subjectId: facilityId,
    details: { areaCode },
  });
  await enqueue(db, rentFaxNumber, kept);
  return kept;
}
