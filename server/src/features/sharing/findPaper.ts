import { sql } from 'kysely';

import { zoneOfClient } from '../../core/charts/clientDay.ts';
import type { Delivery } from '../../core/integrations/deliveryRows.ts';
import type { Db } from '../../platform/db/client.ts';

/** What a letter of a delivery takes from its client and its sender. */
export interface Paper {
  /** The logo of the sender's client as base64 of a JPEG. */
  logo: string | undefined;
  /** IANA name of the time zone of the patient's client. */
  timeZone: string;
  /** Digits. */
  senderPhone: string | null;
}

/** The patient's client if sender `u` belongs to it. Others of a care team do not write with its logo, but with their own. */
const clientOfSender = sql<number>`case when exists (select from user_client c
  where c.user_id = u.user_id and c.client_id = p.client_id) then p.client_id else u.origin_client_id end`;

export async function findPaper(db: Db, delivery: Delivery): Promise<Paper> {
  const sender = delivery.on_behalf_of_user_id ?? delivery.created_by_user_id;
  const { logo, ...paper } = await db
    .selectFrom('patient as p')
    .leftJoin('user_account as u', (join) => join.on('u.user_id', '=', sender))
    .leftJoin('client_logo as l', (join) => join.on('l.client_id', '=', clientOfSender))
    .select(['l.content as logo', 'u.office_phone as senderPhone', zoneOfClient(sql.ref('p.client_id')).as('timeZone')])
    .where('p.patient_id', '=', delivery.patient_id)
    .executeTakeFirstOrThrow();
  return { ...paper, logo: logo?.toString('base64') };
}
