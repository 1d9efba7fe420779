import type { Dashboard } from '@careloop/contracts/dashboard';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import { shape } from '../../db/shape.ts';
import { pendingInviteCount } from '../care-teams/invitationQueries.ts';
import { unreadCount as unreadConsultationCount } from '../consultations/listQuery.ts';
import { requestCount } from '../patient-access/queries.ts';
import { pendingEnrollmentCount } from '../profile/enrollmentQueries.ts';
import { unreadCount as unreadReferralCount } from '../referrals/unreadQuery.ts';

type Counts = Pick<
  Dashboard,
  | 'invitationCount'
  | 'accessRequestCount'
  | 'pendingEnrollmentCount'
  | 'unreadReferralCount'
  | 'unreadConsultationCount'
>;

/**
 * What waits for the user in numbers alone, in one statement: the way to the database and back costs more than each.
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
  if (found === undefined) throw new Error('One row of values is always there');
  return found;
}
