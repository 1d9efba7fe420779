import { impactLevelLabels } from '@careloop/contracts/codes';
import type { ImpactLevel } from '@careloop/contracts/codes';

import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { deliver } from '../../core/integrations/deliveries.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { deliveryKey } from './queries.ts';

interface Mail {
  supportRequestId: number;
  to: 'support' | 'requester';
  isResolved?: boolean | undefined;
}

/** Sends one of the mails about a request. Each has its own job, so that a failing one does not delay the other. */
export async function mailRequest(deps: WorkerDeps, { supportRequestId, to, isResolved = false }: Mail): Promise<void> {
  const request = await findRequestToMail(deps.db, supportRequestId);
  if (request === undefined) return;
  const compose = isResolved ? resolved : { support: toSupport, requester: toRequester }[to];
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
  );
}

interface Request {
  support_request_id: number;
  name: string;
  email: string;
  summary: string;
  error_codes: string | null;
  description: string | null;
  impact: string;
  client_name: string;
  username: string;
  is_own_address: boolean;
}

function findRequestToMail(db: Db, supportRequestId: number): Promise<Request | undefined> {
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

interface Message {
  recipientAddress: string;
  subject: string;
  body: string;
}

/** The subject contains no user input, because subjects are shown where messages are not. */
function toSupport(request: Request, { config, portalUrl }: WorkerDeps): Message {
  const impact = impactLevelLabels[request.impact as ImpactLevel];
  const id = request.support_request_id;
  return {
    recipientAddress: config.supportEmail,
    subject: `${config.productName} support request ${id} (${impact.toLowerCase()} impact)`,
    body: [
      `Support request ${id}`,
      '',
      `From: ${request.name} <${request.email}>, signed in as ${request.username}`,
      ...(request.is_own_address ? [] : ['This is not the address of their account. No confirmation was sent to it.']),
      `Client: ${request.client_name}`,
      `Impact level: ${impact}`,
      `Error code(s): ${request.error_codes ?? 'none given'}`,
      '',
      'Summary:',
      request.summary,
      '',
      'Description:',
      request.description ?? 'none given',
      '',
      `Open it: ${portalUrl}/provider/Site/SupportRequests?supportRequestId=${id}`,
    ].join('\n'),
  };
}

/** Sent to the address of the account. Mail is less protected than the product, so it does not repeat the user's text. */
function toRequester(request: Request, { config }: WorkerDeps): Message {
  return {
    recipientAddress: request.email,
    subject: `${config.productName} support request ${request.support_request_id} received`,
    body: [
      `Dear ${request.name},`,
      '',
      `Your request has been submitted. Its number is ${request.support_request_id}.`,
      'We will keep you posted with any updates to this request at this address.',
      '',
      `To keep patients' information private, this message does not repeat what you wrote.`,
    ].join('\n'),
  };
}

/** Sent to the address of the account. Like the first mail, it repeats nothing that was written about the request. */
function resolved(request: Request, { config }: WorkerDeps): Message {
  return {
    recipientAddress: request.email,
    subject: `${config.productName} support request ${request.support_request_id} resolved`,
    body: [
      `Dear ${request.name},`,
      '',
      `Your support request ${request.support_request_id} has been resolved.`,
      'If the problem is still there, submit a new request and mention this number.',
    ].join('\n'),
  };
}
