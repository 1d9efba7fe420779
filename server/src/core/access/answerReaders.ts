import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { joinedSight, sightRow, userSeesByTeamOrClient } from './patientAccess.ts';
import { worksQueues } from './worksQueues.ts';

/** A referral or consultation that was answered. */
export interface AnsweredRequest {
  patientId: number;
  clientId: number;
  createdByUserId: number;
  /** In whose name it was sent, if not the author's. */
  onBehalfOfUserId: number | null;
}

export interface AnswerReader {
  userId: number;
  fullName: string;
  /** Whether it was sent in their name. */
  isRequester: boolean;
}

const answerReader = shape<AnswerReader & { rank: number }, { u: 'user_account'; r: 'ranked' }>({
  userId: 'u.user_id',
  fullName: sql`u.first_name || ' ' || u.last_name`,
  isRequester: sql`r.rank = 1`,
  rank: sql`r.rank`,
});

/**
 * Who is notified of an answer: the person in whose name the request was sent. If they can no longer sign in or see the patient,
 * the author who acted for them or, without one, the client's coordinators; of all these only users who may see the patient.
 */
export async function findAnswerReaders(db: Db, request: AnsweredRequest): Promise<AnswerReader[]> {
  const { patientId, clientId, createdByUserId, onBehalfOfUserId } = request;
  const { rows } = await answerReader.from`(
      select ${onBehalfOfUserId ?? createdByUserId}::bigint as user_id, 1 as rank
      union all select ${createdByUserId}::bigint, 2
      union all select u.user_id, 3 from user_client c join user_account u using (user_id)
        where c.client_id = ${clientId} and c.is_coordinator and ${worksQueues}
    ) r join user_account u on u.user_id = r.user_id and u.is_active join lateral ${sightRow(sql.ref('u.user_id'))} on true
    where ${userSeesByTeamOrClient(joinedSight, sql`${patientId}::bigint`)}
    order by r.rank, u.user_id limit 1000`.execute(db);
  return rows.filter(({ rank }) => rank === rows[0]?.rank);
}
