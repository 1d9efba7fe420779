import { z } from 'zod';
import { getDashboard } from '../dashboard.ts';
import { getImpersonatableUsers } from '../directory.ts';
import { id } from '../fields.ts';
import { getMessageReaders, messaging } from '../messages.ts';
import { completedEvent, realtimeEvent } from '../realtimeEvent.ts';

const unreadChange = z.object({
  userId: id,
  sequence: z.number().int(),
  /** The new message that caused the change; absent if one was marked unread or became visible. */
  newMessage: z.object({ conversationKey: z.uuid(), sequence: z.number().int() }).optional(),
});

// Conversations and their lists are not declared stale here: the browser updates them row by row
// (web/src/features/messages/realtime.ts).
export const messageEvents = {
  /**
   * A user's unread messages changed. Each change has the next sequence number, so a gap means that events were missed. The
   * count is as of the change or later.
   */
  UnreadMessageCountChangedEvent: completedEvent({
    payload: unreadChange.extend({ unreadMessageCount: z.number().int() }),
    published: unreadChange,
    access: messaging,
    // The badge takes its count from the event itself.
    makesStale: [getDashboard, getImpersonatableUsers],
  }),
  /** A conversation has a new message, or changed for the person whose room receives this. */
  ConversationChangedEvent: realtimeEvent({
    payload: z.object({ conversationKey: z.uuid(), lastSequence: z.number().int() }),
    access: messaging,
    makesStale: [],
  }),
  /** Up to which message a member has read a conversation; fewer than before if they marked one as unread. */
  ConversationReadEvent: realtimeEvent({
    payload: z.object({ conversationKey: z.uuid(), userId: id, throughSequence: z.number().int() }),
    access: messaging,
    makesStale: [getMessageReaders],
  }),
};
