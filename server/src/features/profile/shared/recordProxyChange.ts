import type { ProxyType } from '@careloop/contracts/codes/profile';

import { sql } from 'kysely';

import { inNameOf } from '../../../platform/identity/actor.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import { publishAccessChanged } from '../../../platform/realtime/publish.ts';
import { mailProxyAdded } from '../jobs.ts';

interface ProxyPair {
  proxiedUserId: number;
  proxyUserId: number;
}

/**
 * Raises the versions of people whose forms list each other: a form opened before would take back what was added, and add what was
 * removed.
 */
export async function raiseVersions(db: Db, actor: Actor, userIds: readonly number[]): Promise<void> {
  await sql`update user_account set version = version + 1, updated_by_user_id = ${actor.userId}, updated_at = now()
    where user_id = any(${userIds}::bigint[])`.execute(db);
}

/** Audits a change of a user's proxies, and updates the event subscriptions of the proxy's open pages. */
export async function recordProxyChange(
  db: Db,
  actor: Actor,
  action: 'proxy.added' | 'proxy.removed' | 'proxy.type_changed',
  { proxiedUserId, proxyUserId }: ProxyPair,
  details: Record<string, unknown> = {},
): Promise<void> {
  await record(db, inNameOf(actor, proxiedUserId), {
    action,
    subjectType: 'user',
    subjectId: proxiedUserId,
    details: { ...details, proxyUserId },
  });
  await publishAccessChanged(db, proxyUserId);
}

/** The same for a new proxy; both people get an email. */
export async function recordProxyAdded(db: Db, actor: Actor, pair: ProxyPair, type: ProxyType): Promise<void> {
  await recordProxyChange(db, actor, 'proxy.added', pair, { type });
  const { proxiedUserId, proxyUserId } = pair;
  const at = new Date().toISOString();
  await enqueue(db, mailProxyAdded, { proxiedUserId, proxyUserId, addedByUserId: actor.userId, at });
}
