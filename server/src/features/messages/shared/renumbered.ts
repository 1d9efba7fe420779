import type { Db } from '../../../platform/db/client.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { RealtimeMessage } from '../../../platform/realtime/publish.ts';
import { userRoom } from '../../../platform/realtime/rooms.ts';
import { findReaderIds } from '../queries/conversation.ts';
import { escalateUrgentMessage } from '../jobs.ts';
import { findEscalationTime } from '../writeMessage.ts';
import type { SentMessage } from '../writeMessage.ts';

interface Renumbered {
  conversationId: number;
  conversationKey: string;
  lastSequence: number;
}

const renumbered = shape<Renumbered, { c: 'conversation' }>({
  conversationId: 'c.conversation_id',
  conversationKey: 'c.conversation_key',
  lastSequence: 'c.last_sequence',
});

/**
 * Returns the events for conversations whose messages were renumbered because two conversations were merged or separated.
 * Watches urgent messages under their new numbers; no one is notified twice about one.
 */
export async function conversationsRenumbered(db: Db, conversationIds: readonly number[]): Promise<RealtimeMessage[]> {
  const { rows } = await renumbered.from`conversation c
    where c.conversation_id = any(${conversationIds}::bigint[]) order by c.conversation_id`.execute(db);
  await watchUrgent(db, conversationIds);
  const events: RealtimeMessage[] = [];
  for (const { conversationId, ...payload } of rows) {
    const rooms = (await findReaderIds(db, conversationId)).map(userRoom);
    if (rooms.length > 0) events.push({ rooms, event: 'ConversationChangedEvent', payload });
  }
  return events;
}

interface UrgentMessage extends SentMessage {
  conversationId: number;
  sequence: number;
}

const urgentMessage = shape<UrgentMessage, { m: 'message'; c: 'conversation' }>({
  conversationId: 'm.conversation_id',
  sequence: 'm.sequence',
  senderId: 'm.from_user_id',
  patientId: 'c.patient_id',
  dateSent: iso('m.date_sent'),
});

async function watchUrgent(db: Db, conversationIds: readonly number[]): Promise<void> {
  const { rows } = await urgentMessage.from`(select distinct conversation_id, sequence from user_message
      where conversation_id = any(${conversationIds}::bigint[]) and is_urgent and read_at is null) as unread
    join message m using (conversation_id, sequence) join conversation c using (conversation_id)`.execute(db);
  for (const { conversationId, sequence, ...sent } of rows) {
    const startAfter = await findEscalationTime(db, sent);
    await enqueue(db, escalateUrgentMessage, { conversationId, sequence }, { startAfter });
  }
}
