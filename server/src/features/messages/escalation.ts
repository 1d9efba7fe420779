import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { failDelivery } from '../../core/integrations/deliveries.ts';
import { notify } from '../../core/integrations/notifications.ts';
import { sendToEach } from '../../core/integrations/sendToEach.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { couldRead } from './shared/visibility.ts';
import { unreadText } from './texts.ts';

/**
 * Notifies each recipient who may read an urgent message but has not done so, once, by the channels they chose. The
 * notification contains nothing of the message or patient. A recipient without an address is recorded in the ledger as a failed
 * delivery.
 */
export async function escalate(deps: WorkerDeps, message: UrgentMessage, run: JobAttempt): Promise<void> {
  await sendToEach(await findWaiting(deps.db, message), (recipient) => mail(deps, recipient, run));
}

interface UrgentMessage {
  conversationId: number;
  sequence: number;
}

interface Waiting {
  userMessageId: number;
  userId: number;
  firstName: string;
  lastName: string;
  email: string | null;
}

const waiting = shape<Waiting, { own: 'user_message'; u: 'user_account' }>({
  userMessageId: 'own.user_message_id',
  userId: 'u.user_id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
  email: 'u.email',
});

async function findWaiting(db: Db, message: UrgentMessage): Promise<Waiting[]> {
  const { rows } = await waiting.from`conversation c
    join user_message own on own.conversation_id = c.conversation_id and own.user_id = any(c.member_ids)
      and own.sequence = ${message.sequence} and own.is_urgent and own.read_at is null
    join user_account u on u.user_id = own.user_id
    where c.conversation_id = ${message.conversationId} and ${couldRead(sql`u.user_id`)}
    order by u.user_id`.execute(db);
  return rows;
}

async function mail(deps: WorkerDeps, recipient: Waiting, run: JobAttempt): Promise<void> {
  const content = {
    // No ids that would connect the delivery with the message or its patient.
    clientId: null,
    ...unreadText(deps, recipient),
  } as const;
  const key = `urgent-message:${recipient.userMessageId}`;
  const isTold = await notify(deps, run, {
    type: 'urgentMessageUnread',
    recipientUserId: recipient.userId,
    mail: content,
    dedupeKey: key,
  });
  if (isTold || recipient.email !== null) return;
  const delivery = {
    ...content,
    channel: 'email',
    recipientUserId: recipient.userId,
    recipientAddress: '',
    senderAddress: deps.config.mailFrom,
  } as const;
  await failDelivery(deps.db, delivery, `${key}:no-address`, 'The recipient has no email address.');
}
