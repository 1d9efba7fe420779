import type { LetterBrand } from '@careloop/contracts/letters';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';

/** What leaves as a letter, each with its patient and its sender. */
type Sent = 'referral' | 'consultation' | 'delivery';

const letterBrand = shape<LetterBrand, { c: 'client' }>({
  clientName: 'c.display_name',
  logo: sql`translate(encode(l.content, 'base64'), E'\\n', '')`,
});

/**
 * Whose paper it is on: the patient's client if the sender belongs to it, else the sender's own. The same for the print, the
 * full PDF, a fax and a Direct message. The caller must check access.
 */
export async function findLetterBrand(db: Db, sent: Sent, id: number): Promise<LetterBrand> {
  const { rows } = await letterBrand.from`${sql.table(sent)} s join patient p using (patient_id)
    left join user_account u on u.user_id = coalesce(s.on_behalf_of_user_id, s.created_by_user_id)
    join client c on c.client_id = case when u.user_id is null or exists (select from user_client own
      where own.user_id = u.user_id and own.client_id = p.client_id) then p.client_id else u.origin_client_id end
    left join client_logo l on l.client_id = c.client_id
    where s.${sql.ref(`${sent}_id`)} = ${id}`.execute(db);
  const [brand] = rows;
  if (brand === undefined) throw new Error(`There is no ${sent} ${id} of a patient.`);
  return brand;
}
