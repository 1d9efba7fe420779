import { inNameOf } from '../../access/actor.ts';
import type { Actor } from '../../access/actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/client.ts';
import { publishAccessChanged } from '../../realtime/publish.ts';

/** Audits a change of a user's proxies, and updates the event subscriptions of the proxy's open pages. */
export async function recordProxyChange(
  db: Db,
  actor: Actor,
  action: 'proxy.added' | 'proxy.removed' | 'proxy.type_changed',
  { proxiedUserId, proxyUserId }: { proxiedUserId: number; proxyUserId: number },
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
