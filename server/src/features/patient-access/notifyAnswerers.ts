import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { notify } from '../../core/integrations/notifications.ts';
import { sendToEach } from '../../core/integrations/sendToEach.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { accessRequestText } from './texts.ts';

interface Answerer {
  userId: number;
  firstName: string;
  lastName: string;
  isMember: boolean;
}

/**
 * Notifies care team members who can answer a request or, if there are none, everyone who sees all patients of the client. The
 * message contains no patient information, only a link to the requests.
 */
export async function notifyAnswerers(
  deps: WorkerDeps,
  { accessRequestId }: { accessRequestId: number },
  run: JobAttempt,
): Promise<void> {
  const answerers = await findAnswerersOf(deps.db, accessRequestId);
  const members = answerers.filter(({ isMember }) => isMember);
  await sendToEach(members.length > 0 ? members : answerers, (one) => notifyAnswerer(deps, one, accessRequestId, run));
}

async function notifyAnswerer(
  deps: WorkerDeps,
  { userId, firstName, lastName }: Answerer,
  accessRequestId: number,
  run: JobAttempt,
) {
  await notify(deps, run, {
    type: 'accessRequested',
    recipientUserId: userId,
    mail: {
      // No ids that would connect the delivery with the patient.
      clientId: null,
      ...accessRequestText(deps, `${firstName} ${lastName}`),
    },
    dedupeKey: `access-request:${accessRequestId}:${userId}`,
  });
}

const answerer = shape<Answerer, { u: 'user_account'; a: 'answerers' }>({
  userId: 'u.user_id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  isMember: sql`a.is_member`,
});

/** Users who can answer a pending request: the same as `requestPolicy.answer`, without proxies of care team members. */
async function findAnswerersOf(db: Db, accessRequestId: number): Promise<Answerer[]> {
  const { rows } = await answerer.from`access_request r
    join lateral (select possible.user_id, bool_or(possible.is_member) as is_member from (
        select m.user_id, true as is_member from care_team_member m
          join user_permission e on e.user_id = m.user_id and e.permission = 'EditCareTeam'
          where m.patient_id = r.patient_id and m.status = 'accepted'
        union all
        select c.user_id, false from user_client c
          join user_permission v on v.user_id = c.user_id and v.permission = 'ViewAllPatients'
          where c.client_id = r.client_id
      ) as possible group by possible.user_id) a on true
    join user_account u on u.user_id = a.user_id and u.is_active
    where r.access_request_id = ${accessRequestId} and r.status = 'pending'
      and u.user_id not in (r.user_id, r.requested_by_user_id)
      and not exists (select from user_proxy x where x.proxy_user_id = u.user_id and x.proxied_user_id = r.user_id)
    order by u.user_id limit 1000`.execute(db);
  return rows;
}
