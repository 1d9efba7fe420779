import type { TemplateItem } from '@careloop/contracts/referrals/templateItems';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';

const reasonTemplate = shape<TemplateItem, { t: 'referral_reason_template' }>({
  kind: sql`'referralReason'`,
  id: 't.referral_reason_template_id',
  title: 't.name',
  text: 't.reason',
});

/** The texts for the reason of a referral that these clients, or the patient's client, offer, by name. */
export async function findReasonTemplates(
  db: Db,
  of: readonly number[] | { patientId: number },
): Promise<TemplateItem[]> {
  const isOffered =
    'patientId' in of
      ? sql`t.client_id = (select p.client_id from patient p where p.patient_id = ${of.patientId})`
      : sql`t.client_id = any(${of}::bigint[])`;
  const found = await reasonTemplate.from`referral_reason_template t
    where ${isOffered} and not t.is_archived
    order by search_key(t.name), t.referral_reason_template_id`.execute(db);
  return found.rows;
}
