import { patientAccessTexts } from '@careloop/contracts/patient-access';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { inNameOf, principalOf } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { joinCareTeam } from '../../core/access/careTeam.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { refused } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import { notifyOfAccessRequest } from './jobs.ts';
import type { ClosedPatient } from './policy.ts';
import { findAnswerers, requestChanged } from './shared/queries.ts';
import type { FoundRequest } from './shared/queries.ts';

/** Requests access for the user, or for the person acted for. */
export async function request(
  db: Db,
  actor: Actor,
  { patientId, clientId }: Authorized<ClosedPatient & { clientId: number }, 'requestAccess'>,
  reason: string,
) {
  const userId = principalOf(actor);
  if ((await findAnswerers(db, actor, patientId)).length === 0) {
    throw refused(patientAccessTexts.nobodyAnswers, 'wrong_state');
  }
  const { rows } = await sql<{ access_request_id: number }>`
    insert into access_request (patient_id, client_id, user_id, requested_by_user_id, reason)
    values (${patientId}, ${clientId}, ${userId}, ${actor.userId}, ${reason})
    on conflict (patient_id, user_id) where status = 'pending' do nothing
    returning access_request_id`.execute(db);
  const accessRequestId = rows[0]?.access_request_id;
  if (accessRequestId === undefined) throw refused(patientAccessTexts.alreadyRequested, 'wrong_state');
  await keep(db, actor, 'access_request.created', { accessRequestId, patientId });
  await enqueue(db, notifyOfAccessRequest, { accessRequestId });
  await publishAll(db, [await requestChanged(db, { accessRequestId, patientId, userId, clientId })]);
  return { accessRequestId };
}

/** Makes the person a member of the care team, which gives them access to the patient. */
export async function approve(db: Db, actor: Actor, request: Authorized<FoundRequest, 'answer'>) {
  if (!(await isOfClient(db, request))) throw refused(patientAccessTexts.gone, 'wrong_state');
  await decide(db, actor, request, 'approved');
  const change = await joinCareTeam(db, actor, { through: 'access_request', patientId: request.patientId }, [
    request.userId,
  ]);
  await publishAll(db, [await requestChanged(db, request), ...(await careTeamEvents(db, change))]);
  return { status: 'approved' as const };
}

/** Whether the person is still an active user of the client; they may have left since the request. */
async function isOfClient(db: Db, { userId, clientId }: FoundRequest): Promise<boolean> {
  const { rows } = await sql`select from user_account u join user_client c using (user_id)
    where u.user_id = ${userId} and u.is_active and c.client_id = ${clientId}`.execute(db);
  return rows.length > 0;
}

export async function decline(db: Db, actor: Actor, request: Authorized<FoundRequest, 'answer'>, reason: string) {
  await decide(db, actor, request, 'declined', reason);
  await publishAll(db, [await requestChanged(db, request)]);
  return { status: 'declined' as const };
}

export async function withdraw(db: Db, actor: Actor, request: Authorized<FoundRequest, 'withdraw'>) {
  await decide(db, inNameOf(actor, request.userId), request, 'withdrawn');
  await publishAll(db, [await requestChanged(db, request)]);
  return { status: 'withdrawn' as const };
}

async function decide(
  db: Db,
  actor: Actor,
  { accessRequestId, patientId }: FoundRequest,
  status: 'approved' | 'declined' | 'withdrawn',
  declineReason: string | null = null,
) {
  await db
    .updateTable('access_request')
    .set((row) => ({
      status,
      decline_reason: declineReason,
      decided_at: new Date(),
      decided_by_user_id: actor.userId,
      decided_on_behalf_of_user_id: actor.onBehalfOfUserId,
      version: row('version', '+', 1),
    }))
    .where('access_request_id', '=', accessRequestId)
    .execute();
  await keep(db, actor, `access_request.${status}`, { accessRequestId, patientId });
}

function keep(db: Db, actor: Actor, action: string, about: { accessRequestId: number; patientId: number }) {
  const { accessRequestId: subjectId, patientId } = about;
  return record(db, actor, { action, patientId, subjectType: 'access_request', subjectId });
}
