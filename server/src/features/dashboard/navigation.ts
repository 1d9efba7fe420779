import { passes } from '@careloop/contracts/access';
import { navigationParts } from '@careloop/contracts/dashboard/navigation';
import type { getNavigation } from '@careloop/contracts/dashboard/navigation';
import type { OutputOf } from '@careloop/contracts/endpoint';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { pendingInviteCount } from '../care-teams/shared/queries.ts';
import { unreadCount as unreadConsultationCount } from '../consultations/shared/queries/list.ts';
import { openDuplicateCount } from '../duplicates/shared/queries.ts';
import { findUnreadMessageCount } from '../messages/shared/unread.ts';
import { requestCount, unreviewedCount } from '../patient-access/shared/queries.ts';
import { unreadCount as unreadReferralCount } from '../referrals/shared/queries/unread.ts';
import { findWorkQueues } from '../work-queues/shared/queries/queues.ts';

interface Counts {
  referrals: number;
  consultations: number;
  invitations: number;
  accessRequests: number;
  emergencyAccess: number;
  duplicates: number;
}

const counts = (actor: Actor) =>
  shape<Counts, Record<string, never>>({
    referrals: unreadReferralCount(actor),
    consultations: unreadConsultationCount(actor),
    invitations: pendingInviteCount(actor),
    accessRequests: requestCount(actor),
    emergencyAccess: unreviewedCount(actor),
    duplicates: openDuplicateCount(actor),
  });

/** What the navigation shows. The counts are one statement, as those of Home. */
export async function findNavigation(db: Db, actor: Actor): Promise<OutputOf<typeof getNavigation>> {
  const may = (part: keyof typeof navigationParts) => passes(navigationParts[part].access, actor.permissions);
  const [counted, messages, workQueues] = await Promise.all([
    counts(actor).from`(values (1)) as one`.execute(db),
    may('messages') ? findUnreadMessageCount(db, actor) : null,
    may('workQueues') ? findWorkQueues(db, actor) : null,
  ]);
  const [found] = counted.rows;
  if (found === undefined) throw new Error('The counts query returned no row');
  return {
    referrals: { unreadCount: found.referrals },
    consultations: { unreadCount: found.consultations },
    invitations: { pendingInviteCount: found.invitations },
    accessRequests: { openCount: found.accessRequests },
    emergencyAccess: may('emergencyAccess') ? { unreviewedCount: found.emergencyAccess } : null,
    duplicates: may('duplicates') ? { openCount: found.duplicates } : null,
    messages,
    workQueues,
  };
}
