import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';
import { shape } from '../../db/shape.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import { userRoom } from '../../realtime/rooms.ts';
import { findReaderIds } from './conversationQuery.ts';
import { escalateUrgentMessage } from './jobs.ts';

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

async function watchUrgent(db: Db, conversationIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; sequence: number }>`
    select distinct conversation_id as id, sequence from user_message
    where conversation_id = any(${conversationIds}::bigint[]) and is_urgent and read_at is null`.execute(db);
  for (const { id, sequence } of rows) await enqueue(db, escalateUrgentMessage, { conversationId: id, sequence });
}
