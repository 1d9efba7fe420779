import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../../../platform/identity/actor.ts';
import type { InSql } from '../../../../platform/db/fixedStatement.ts';
import type { Actor } from '../../../../platform/identity/actor.ts';
import { maySeePatient } from '../../../../core/access/patientAccess.ts';

/** Whether a user sent a referral `r`, or it was sent in their name, and the latest response is unread. */
export function isUnread(userId: InSql<number>): RawBuilder<boolean> {
  return sql<boolean>`(r.is_answer_unread and (r.created_by_user_id = ${userId}
    or coalesce(r.on_behalf_of_user_id = ${userId}, false)))`;
}

/** SQL for the number of the actor's referrals, or of those of the person acted for, with an unread response. */
export function unreadCount(actor: Actor): RawBuilder<number> {
  const userId = principalOf(actor);
  return sql<number>`(select count(*)::int
    from (select referral_id from referral where created_by_user_id = ${userId} and is_answer_unread
      union
      select referral_id from referral where on_behalf_of_user_id = ${userId} and is_answer_unread) as own
    join referral r using (referral_id) join patient p on p.patient_id = r.patient_id
    where ${maySeePatient(actor)})`;
}
