import type { Dashboard } from '@careloop/contracts/dashboard';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { pendingInviteCount } from '../care-teams/shared/queries.ts';
import { unreadCount as unreadConsultationCount } from '../consultations/shared/queries/list.ts';
import { requestCount } from '../patient-access/shared/queries.ts';
import { pendingEnrollmentCount } from '../profile/shared/queries/enrollments.ts';
import { unreadCount as unreadReferralCount } from '../referrals/shared/queries/unread.ts';

type Counts = Pick<
  Dashboard,
  | 'invitationCount'
  | 'accessRequestCount'
  | 'pendingEnrollmentCount'
  | 'unreadReferralCount'
  | 'unreadConsultationCount'
>;

/**
 * All counts of Home in one statement, because the round trip to the database costs more than each of them.
 * @param own the actor as the person whose Home it is
 */
export async function findCounts(db: Db, actor: Actor, own: Actor): Promise<Counts> {
  const counts = shape<Counts, Record<string, never>>({
    invitationCount: pendingInviteCount(actor),
    accessRequestCount: requestCount(actor),
    pendingEnrollmentCount: pendingEnrollmentCount(own),
    unreadReferralCount: unreadReferralCount(actor),
    unreadConsultationCount: unreadConsultationCount(actor),
  });
  const { rows } = await counts.from`(values (1)) as one`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('The counts query returned no row');
  return found;
}
