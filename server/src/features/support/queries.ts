import { impactLevel } from '@careloop/contracts/codes';
import type { ImpactLevel } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { supportRequestPageSize } from '@careloop/contracts/support';
import type { listSupportRequests, SupportRequestStatus } from '@careloop/contracts/support';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { isoTimestamp } from '../../platform/db/isoTimestamp.ts';

// An administrator sees only requests about clients they are allocated to, in lists, counts and by id.

/** The key of a request's mail in the ledger. */
export const deliveryKey = (supportRequestId: number, mail: 'support' | 'requester' | 'resolved') =>
  `support-request:${supportRequestId}:${mail}`;

function requestsOf(db: Db, actor: Actor) {
  return db
    .selectFrom('support_request as r')
    .innerJoin('client as c', 'c.client_id', 'r.client_id')
    .where('r.client_id', '=', sql<number>`any(${actor.clientIds}::bigint[])`);
}

/** Converts the database's values to those of the contract. */
function withCodes<Row extends { status: string; impact: string }>({ status, impact, ...rest }: Row) {
  return {
    ...rest,
    status: status as SupportRequestStatus,
    impact: impactLevel.codeOf(impact as ImpactLevel),
  };
}

/** The data of a request `r` of client `c` shown in the list and with the request itself. */
const summary = [
  'r.support_request_id as supportRequestId',
  'r.status',
  'r.name',
  'c.display_name as clientName',
  'r.summary',
  'r.impact',
] as const;
const createdAt = isoTimestamp('r.created_at').as('createdAt');

/** One page of the requests an administrator may see, with the exact total. */
export async function findSupportRequests(db: Db, actor: Actor, { status, page }: InputOf<typeof listSupportRequests>) {
  if (actor.clientIds.length === 0) return { items: [], page, numPages: 0, totalItemCount: 0 };
  const requests = requestsOf(db, actor).$if(status !== undefined, (query) =>
    query.where('r.status', '=', status ?? ''),
  );
  const { total } = await requests.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await requests
    .select([...summary, createdAt])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.support_request_id', 'desc')
    .limit(supportRequestPageSize)
    .offset((page - 1) * supportRequestPageSize)
    .execute();
  return {
    items: rows.map(withCodes),
    page,
    numPages: Math.ceil(total / supportRequestPageSize),
    totalItemCount: total,
  };
}

/** One request; undefined if it does not exist or is about a client that is not the actor's. */
export async function findSupportRequest(db: Db, actor: Actor, supportRequestId: number) {
  if (actor.clientIds.length === 0) return undefined;
  const row = await requestsOf(db, actor)
    .innerJoin('user_account as u', 'u.user_id', 'r.created_by_user_id')
    .leftJoin('user_account as by', 'by.user_id', 'r.resolved_by_user_id')
    .select([
      ...summary,
      createdAt,
      'r.email',
      'r.client_id as clientId',
      'r.error_codes as errorCodes',
      'r.description',
      sql<string>`u.first_name || ' ' || u.last_name`.as('createdByFullName'),
      'r.resolution',
      sql<string | null>`by.first_name || ' ' || by.last_name`.as('resolvedByFullName'),
      isoTimestamp<string | null>('r.resolved_at').as('resolvedAt'),
      'r.version',
    ])
    .where('r.support_request_id', '=', supportRequestId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const deliveries = await db
    .selectFrom('delivery')
    .select(['delivery_id as deliveryId', 'recipient_address as recipientAddress', 'status', 'vendor'])
    .where('dedupe_key', 'in', [
      deliveryKey(supportRequestId, 'support'),
      deliveryKey(supportRequestId, 'requester'),
      deliveryKey(supportRequestId, 'resolved'),
    ])
    .orderBy('delivery_id')
    .execute();
  return {
    ...withCodes(row),
    deliveries: deliveries.map((delivery) => ({ ...delivery, status: delivery.status as 'queued' })),
  };
}

/** Loads and locks the columns of a request that a change needs. */
export function lockSupportRequest(db: Db, actor: Actor, supportRequestId: number) {
  return db
    .selectFrom('support_request as r')
    .leftJoin('user_account as by', 'by.user_id', 'r.resolved_by_user_id')
    .select([
      'r.support_request_id as supportRequestId',
      'r.status',
      'r.version',
      'r.email',
      'r.created_by_user_id as createdByUserId',
      'r.resolved_by_user_id as resolvedByUserId',
      sql<string | null>`by.first_name || ' ' || by.last_name`.as('resolvedByFullName'),
      'r.resolved_at as resolvedAt',
    ])
    .where('r.support_request_id', '=', supportRequestId)
    .where('r.client_id', '=', sql<number>`any(${actor.clientIds}::bigint[])`)
    .forUpdate('r')
    .executeTakeFirst();
}
