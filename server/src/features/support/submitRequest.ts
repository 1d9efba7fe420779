import { impactLevel } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { supportTexts } from '@careloop/contracts/support';
import type { resolveSupportRequest, submitSupportRequest } from '@careloop/contracts/support';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { lockUserRow } from '../../platform/identity/lockUserRow.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import { AppError, invalidInput, refused, requireVersion } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { mailSupportRequest } from './jobs.ts';
import { lockSupportRequest } from './queries.ts';

/** Requests per user and hour; each sends up to three mails. */
const mostPerHour = 20;

const columnsOf = writes<InputOf<typeof submitSupportRequest>, 'support_request'>()({
  clientId: 'client_id',
  name: 'name',
  email: 'email',
  summary: 'summary',
  errorCodes: 'error_codes',
  description: 'description',
  impact: (code) => ({ impact: impactLevel.nameOf(code) ?? 'low' }),
});

/**
 * Stores a support request and notifies support; also the requester, if the address is verified as theirs.
 * @throws AppError `invalid_input` for a client that is not the user's, `too_many_requests`
 */
export async function submitRequest(db: Db, actor: Actor, input: InputOf<typeof submitSupportRequest>) {
  if (!actor.clientIds.includes(input.clientId)) throw invalidInput({ clientId: supportTexts.clientNotYours });
  await requireNotTooMany(db, actor);
  const { supportRequestId } = await db
    .insertInto('support_request')
    .values({
      ...columnsOf(input),
      created_by_user_id: actor.userId,
    })
    .returning('support_request_id as supportRequestId')
    .executeTakeFirstOrThrow();
  await record(db, actor, {
    action: 'support_request.created',
    subjectType: 'support_request',
    subjectId: supportRequestId,
    details: { clientId: input.clientId, impact: input.impact },
  });
  await enqueue(db, mailSupportRequest, { supportRequestId, to: 'support' });
  if (await isOwnAddress(db, actor.userId, input.email)) {
    await enqueue(db, mailSupportRequest, { supportRequestId, to: 'requester' });
  }
  return { supportRequestId };
}

/** Whether it is the address of the user's account. Any other address was only typed in, and may belong to a stranger. */
async function isOwnAddress(db: Db, userId: number, address: string): Promise<boolean> {
  const own = await db
    .selectFrom('user_account')
    .select('user_id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`lower(email) = lower(${address})`)
    .executeTakeFirst();
  return own !== undefined;
}

async function requireNotTooMany(db: Db, actor: Actor): Promise<void> {
  await lockUserRow(db, actor.userId);
  const { recent } = await db
    .selectFrom('support_request')
    .select(sql<number>`count(*)::int`.as('recent'))
    .where('created_by_user_id', '=', actor.userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (recent >= mostPerHour) throw new AppError('too_many_requests', { message: supportTexts.tooMany });
}

/**
 * Closes a support request and notifies the requester, if the address is still the one of their account.
 * @throws AppError `not_found`, `stale_version`, or `wrong_state` if it is already closed
 */
export async function resolveRequest(db: Db, actor: Actor, input: InputOf<typeof resolveSupportRequest>) {
  const request = await lockSupportRequest(db, actor, input.supportRequestId);
  if (request === undefined) throw new AppError('not_found', { message: 'There is no such support request.' });
  await requireVersion(input.version, request.version, supportTexts.changed, () => ({
    changedByUserId: request.resolvedByUserId,
    changedBy: request.resolvedByFullName,
    changedAt: request.resolvedAt,
    what: request.status,
  }));
  if (request.status === 'resolved') throw refused('This request is resolved already.', 'wrong_state');
  const { version } = await db
    .updateTable('support_request')
    .set({
      status: 'resolved',
      resolution: input.resolution,
      resolved_by_user_id: actor.userId,
      resolved_at: sql<Date>`now()`,
      version: request.version + 1,
    })
    .where('support_request_id', '=', request.supportRequestId)
    .returning('version')
    .executeTakeFirstOrThrow();
  await record(db, actor, {
    action: 'support_request.resolved',
    subjectType: 'support_request',
    subjectId: request.supportRequestId,
  });
  if (await isOwnAddress(db, request.createdByUserId, request.email)) {
    const { supportRequestId } = request;
    await enqueue(db, mailSupportRequest, { supportRequestId, to: 'requester', isResolved: true });
  }
  return { version };
}
