import type { ProxyType } from '@careloop/contracts/codes/profile';

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
