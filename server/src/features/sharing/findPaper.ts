import { sql } from 'kysely';

import { zoneOfClient } from '../../core/charts/clientDay.ts';
import type { Delivery } from '../../core/integrations/deliveryRows.ts';
import type { Db } from '../../platform/db/client.ts';

/** What a letter of a delivery takes from its client and its sender. */
export interface Paper {
  /** IANA name of the time zone of the patient's client. */
  timeZone: string;
  /** Digits. */
  senderPhone: string | null;
}

export async function findPaper(db: Db, delivery: Delivery): Promise<Paper> {
  const sender = delivery.on_behalf_of_user_id ?? delivery.created_by_user_id;
  return await db
    .selectFrom('patient as p')
    .leftJoin('user_account as u', (join) => join.on('u.user_id', '=', sender))
    .select(['u.office_phone as senderPhone', zoneOfClient(sql.ref('p.client_id')).as('timeZone')])
    .where('p.patient_id', '=', delivery.patient_id)
    .executeTakeFirstOrThrow();
}
