import { z } from 'zod';
import { flag, integer, text } from '../../lib/search.ts';

export const messagesSearch = z.object({
  conversationKey: text,
  /** The message to show, by its id for this user. */
  userMessageId: integer(1),
  patientId: integer(1),
  includeArchived: flag,
  unreadOnly: flag,
  urgentOnly: flag,
  memberUserId: integer(1),
});
