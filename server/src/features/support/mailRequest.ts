import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { deliver } from '../../core/integrations/deliveries.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { deliveryKey } from './queries.ts';
import { requesterText, resolvedText, supportText } from './texts.ts';
import type { MailedRequest } from './texts.ts';

interface Mail {
  supportRequestId: number;
  to: 'support' | 'requester';
  isResolved?: boolean | undefined;
}

/** Sends one of the mails about a request. Each has its own job, so that a failing one does not delay the other. */
export async function mailRequest(
  deps: WorkerDeps,
  { supportRequestId, to, isResolved = false }: Mail,
  run: JobAttempt,
): Promise<void> {
  const request = await findRequestToMail(deps.db, supportRequestId);
  if (request === undefined) return;
  const compose = isResolved ? resolvedText : { support: supportText, requester: requesterText }[to];
  await deliver(
    deps.db,
    deps.email,
    {
      channel: 'email',
      // Not listed among the client's deliveries: messages to support are only for support.
      clientId: null,
      recipientUserId: null,
      senderAddress: deps.config.mailFrom,
      ...compose(request, deps),
    },
    deliveryKey(supportRequestId, isResolved ? 'resolved' : to),
    { run },
  );
}

function findRequestToMail(db: Db, supportRequestId: number): Promise<MailedRequest | undefined> {
  return db
    .selectFrom('support_request as r')
    .innerJoin('client as c', 'c.client_id', 'r.client_id')
    .innerJoin('user_account as u', 'u.user_id', 'r.created_by_user_id')
    .select([
      'r.support_request_id',
      'r.name',
      'r.email',
      'r.summary',
      'r.error_codes',
      'r.description',
      'r.impact',
      'c.display_name as client_name',
      'u.username',
      sql<boolean>`coalesce(lower(u.email) = lower(r.email), false)`.as('is_own_address'),
    ])
    .where('r.support_request_id', '=', supportRequestId)
    .executeTakeFirst();
}
